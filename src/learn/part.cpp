#include "learn/part.hpp"

#include <utility>

namespace tkl {

Part part_of(const Matrix& x, const SvmProblem& problem, std::vector<Index> rows) {
  Part part;
  part.x = x(rows, Eigen::all);
  part.problem.y = problem.y(rows);
  part.problem.lower = problem.lower(rows);
  part.problem.upper = problem.upper(rows);
  part.problem.epsilon = problem.epsilon;
  if (problem.ridge.size() != 0) part.problem.ridge = problem.ridge(rows);
  part.rows = std::move(rows);
  return part;
}

std::vector<Index> rows_that_matter(const SvmProblem& problem, const SvmSolution& svm,
                                    const std::vector<Index>& others) {
  // So near to a loss that a small change of P may bring one: a fifth of the tube or of the margin.
  const double almost = 0.2 * (problem.epsilon > 0.0 ? problem.epsilon : 1.0);
  std::vector<Index> rows;
  auto other = others.begin();
  for (Index i = 0; i < problem.size(); ++i) {
    const bool is_other = other != others.end() && *other == i;
    if (is_other) ++other;
    const double residual = problem.y(i) - svm.kernel_times_w(i) - svm.b;
    const bool has_loss = (problem.upper(i) > 0.0 && residual > problem.epsilon - almost) ||
                          (problem.lower(i) < 0.0 && -residual > problem.epsilon - almost);
    if (is_other || has_loss || svm.w(i) != 0.0) rows.push_back(i);
  }
  return rows;
}

}  // namespace tkl
