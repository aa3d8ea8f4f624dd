#include <algorithm>

#include "learn/steps.hpp"

namespace tkl {

bool ProjectedGradient::advance(Oracle& oracle, Evaluation& at) {
  constexpr std::size_t memory = 5;
  const FeasibleSet& set = oracle.feasible_set();
  const Matrix P = at.P;
  const Matrix gradient = at.gradient();
  const double size = static_cast<double>(set.size());
  // As long as nothing is known of the curvature: far enough to reach the other side of the set.
  const double longest = size / std::max(gradient.norm(), 1e-300);
  if (step_ == 0.0) step_ = longest;

  recent_values_.push_back(at.svm.dual);
  if (recent_values_.size() > memory) recent_values_.pop_front();
  const double reference = *std::max_element(recent_values_.begin(), recent_values_.end());
  if (!backtrack(oracle, at, set.project(P - step_ * gradient), reference)) return false;

  const Matrix moved = at.P - P;
  const double curvature = inner_product(moved, at.gradient() - gradient);
  step_ = curvature > 0.0 ? moved.squaredNorm() / curvature : longest;
  step_ = std::clamp(step_, 1e-6 * longest, 1e6 * longest);
  return true;
}

}  // namespace tkl
