#include "landmarks/smoothed_loss.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tkl {

SmoothedLoss::SmoothedLoss(const SvmProblem& problem, Vector centre, double width)
    : problem_(problem), centre_(std::move(centre)), width_(width) {
  const auto cost = problem.upper.cwiseMax(-problem.lower).array();
  // A row of cost 0 has the weight 0 in any case.
  stiffness_ = (cost > 0.0).select(width / cost, 1.0);
}

double SmoothedLoss::beyond(Index i, double residual) const {
  const double shifted = residual + stiffness_(i) * centre_(i);
  return shifted > 0.0 ? std::max(0.0, shifted - problem_.epsilon)
                       : std::min(0.0, shifted + problem_.epsilon);
}

double SmoothedLoss::weight(Index i, double residual) const {
  const double v = beyond(i, residual) / (problem_.ridge_of(i) + stiffness_(i));
  return std::clamp(v, problem_.lower(i), problem_.upper(i));
}

double SmoothedLoss::slope(Index i, double residual) const {
  const double curvature = problem_.ridge_of(i) + stiffness_(i);
  const double v = beyond(i, residual) / curvature;
  const bool is_free = v != 0.0 && v > problem_.lower(i) && v < problem_.upper(i);
  return is_free ? 1.0 / curvature : 0.0;
}

double SmoothedLoss::shortfall(Index i, double residual, double v) const {
  const double earned =
      v * residual - problem_.epsilon * std::abs(v) - 0.5 * problem_.ridge_of(i) * v * v;
  return std::max(0.0, problem_.loss(i, residual) - earned);
}

}  // namespace tkl
