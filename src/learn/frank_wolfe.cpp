#include <algorithm>
#include <cmath>

#include "learn/steps.hpp"

namespace tkl {

bool FrankWolfe::advance(Oracle& oracle, Evaluation& at) {
  constexpr int most_trials = 8;
  const Matrix direction = at.vertex.P - at.P;
  const auto slope = [&](const Evaluation& e) { return inner_product(e.gradient(), direction); };
  const double slope_at_start = slope(at);
  if (!(slope_at_start < 0.0)) return false;

  // OPT_A along the segment is convex: its slope rises through zero at the minimum. Regula falsi on
  // the slope; from the identity the end point often is the minimum.
  const Matrix P_begin = at.P;
  double low = 0.0;
  double high = 1.0;
  double slope_low = slope_at_start;
  double slope_high = 0.0;
  double eta = first_try_;
  bool improved = false;
  for (int trial_number = 0; trial_number < most_trials; ++trial_number) {
    Evaluation trial = oracle.evaluate(P_begin + eta * direction, at.weights());
    const double trial_slope = slope(trial);
    const bool is_better = trial.primal < at.primal;
    improved = improved || is_better;
    if (is_better) at = std::move(trial);
    if (oracle.reason_to_stop()) return improved;
    if (trial_slope <= 0.0) {
      if (trial_number == 0) return improved;
      low = eta;
      slope_low = trial_slope;
    } else {
      high = eta;
      slope_high = trial_slope;
    }
    if (std::abs(trial_slope) <= 0.1 * std::abs(slope_at_start) && is_better) return true;
    const double secant = low + (high - low) * slope_low / (slope_low - slope_high);
    eta = low == 0.0 ? std::min(secant, 0.2 * high)
                     : std::clamp(secant, low + 0.1 * (high - low), high - 0.1 * (high - low));
  }
  return improved;
}

}  // namespace tkl
