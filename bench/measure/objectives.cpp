#include "measure/objectives.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tkl/learn.hpp"

namespace tkl::bench {

namespace {

void require_feasible(const SvmProblem& problem, const Vector& w) {
  const double slack = 1e-6 * (problem.upper - problem.lower).maxCoeff();
  const bool inside = ((w - problem.lower).array() >= -slack).all() &&
                      ((problem.upper - w).array() >= -slack).all();
  if (!inside || std::abs(w.sum()) > slack) throw std::runtime_error("weights are not feasible");
}

/// The loss is convex and piecewise linear in b: its slope begins at -Σ upper and grows at every
/// kink, and where it is no longer negative is a minimum.
double least_loss(const SvmProblem& problem, const Vector& residuals) {
  std::vector<std::pair<double, double>> kinks;
  for (Index i = 0; i < problem.size(); ++i) {
    kinks.emplace_back(residuals(i) - problem.epsilon, problem.upper(i));
    kinks.emplace_back(residuals(i) + problem.epsilon, -problem.lower(i));
  }
  std::sort(kinks.begin(), kinks.end());
  double slope = -problem.upper.sum();
  std::size_t k = 0;
  while (k + 1 < kinks.size() && (slope += kinks[k].second) < 0.0) ++k;
  double loss = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    loss += problem.loss(i, residuals(i) - kinks[k].first);
  }
  return loss;
}

}  // namespace

double Objectives::relative_gap() const { return Bounds{0, primal, dual}.relative_gap(); }

Objectives evaluate(const SvmProblem& problem, const Matrix& K, const Vector& w) {
  require_feasible(problem, w);
  const Vector f = K * w;
  const double regulariser = 0.5 * w.dot(f);
  return {regulariser + least_loss(problem, problem.y - f),
          problem.kernel_free_part(w) - regulariser};
}

}  // namespace tkl::bench
