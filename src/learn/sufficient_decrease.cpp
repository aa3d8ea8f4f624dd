#include "learn/steps.hpp"

namespace tkl {

bool sufficient_decrease(const Evaluation& from, const Evaluation& to, double change,
                         double promised) {
  if (to.dual > from.primal) return false;
  const double uncertainty = 0.5 * (from.gap() + to.gap());
  return change <= 1e-4 * promised + uncertainty;
}

}  // namespace tkl
