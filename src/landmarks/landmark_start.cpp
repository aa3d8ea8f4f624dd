#include "landmarks/landmark_start.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "landmarks/restricted_svm.hpp"
#include "svm/spread_rows.hpp"

namespace tkl {

Vector start_from_features(const SvmProblem& problem, const Features& features,
                           std::span<const Index> rows, const Vector& diagonal,
                           const SvmOptions& options) {
  SvmProblem easier = problem;
  Vector left = (diagonal - features.squared_norms(rows)).cwiseMax(0.0);
  const double mean = left.mean();
  left = left.cwiseMax(0.1 * mean + 1e-12);
  easier.ridge = problem.ridge.size() == 0 ? left : Vector(problem.ridge + left);

  RestrictedOptions restricted;
  restricted.tolerance = std::max(1e-3, options.tolerance);
  restricted.threads = options.threads;
  restricted.stop = options.stop;
  const RestrictedSolution solution = solve_restricted(easier, features, rows, restricted, Alone());
  const Vector f = features.times(rows, solution.u);
  Vector w(f.size());
  for (Index i = 0; i < w.size(); ++i) {
    w(i) = easier.weight_for(i, problem.y(i) - f(i) - solution.b);
  }
  return w;
}

Vector landmark_start(const KernelFamily& family, const Matrix& P, const Matrix& x,
                      const SvmProblem& problem, Index landmarks, const SvmOptions& options) {
  // More would take longer than they save.
  constexpr Index enough = 1000;
  const Index count = std::min({landmarks, enough, x.rows()});
  std::vector<Index> rows(static_cast<std::size_t>(x.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  const LandmarkMap map(family, P, x(spread_rows(x.rows(), count), Eigen::all), options.threads);
  const std::unique_ptr<Features> features = store_features(map, RowsInMemory(x), options.threads);
  return start_from_features(problem, *features, rows, family.diagonal(P, x), options);
}

}  // namespace tkl
