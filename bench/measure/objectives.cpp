#include "measure/objectives.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tkl/learn.hpp"

namespace tkl::measure {

namespace {

void require_feasible(const SvmProblem& problem, const Vector& w) {
  const double slack = 1e-6 * (problem.upper - problem.lower).maxCoeff();
  const bool inside = ((w - problem.lower).array() >= -slack).all() &&
                      ((problem.upper - w).array() >= -slack).all();
  if (!inside || std::abs(w.sum()) > slack) throw std::runtime_error("weights are not feasible");
}

double total_loss(const SvmProblem& problem, const Vector& residuals, double b) {
  double sum = 0.0;
  for (Index i = 0; i < problem.size(); ++i) sum += problem.loss(i, residuals(i) - b);
  return sum;
}

/// The loss is convex and piecewise linear in b: a minimum is at a kink, found by bisection over the
/// sorted kinks.
double least_loss(const SvmProblem& problem, const Vector& residuals) {
  std::vector<double> kinks;
  for (const double residual : residuals) {
    kinks.push_back(residual - problem.epsilon);
    kinks.push_back(residual + problem.epsilon);
  }
  std::sort(kinks.begin(), kinks.end());
  std::size_t low = 0;
  std::size_t high = kinks.size() - 1;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    const bool rises = total_loss(problem, residuals, kinks[middle + 1]) >=
                       total_loss(problem, residuals, kinks[middle]);
    (rises ? high : low) = rises ? middle : middle + 1;
  }
  return total_loss(problem, residuals, kinks[low]);
}

}  // namespace

double Objectives::relative_gap() const { return Bounds{0, primal, dual}.relative_gap(); }

Objectives evaluate(const SvmProblem& problem, const Matrix& K, const Vector& w) {
  require_feasible(problem, w);
  const Vector f = K * w;
  const double regulariser = 0.5 * w.dot(f);
  return {regulariser + least_loss(problem, problem.y - f), problem.linear_part(w) - regulariser};
}

}  // namespace tkl::measure
