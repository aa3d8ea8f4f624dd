#include "svm/feasibility.hpp"

#include <algorithm>
#include <cmath>

namespace tkl {

namespace {

/// Takes `excess` off the sum using weights for which `may_move` holds. Weights that do not rest at
/// zero never cross it.
template <class MayMove>
void absorb(const SvmProblem& problem, Vector& w, MayMove may_move) {
  const double excess = w.sum();
  if (excess == 0.0) return;
  const auto room = [&](Index i) {
    double limit = excess > 0.0 ? problem.lower(i) : problem.upper(i);
    if (w(i) * excess > 0.0) limit = 0.0;
    return may_move(i) ? std::abs(w(i) - limit) : 0.0;
  };
  double total = 0.0;
  for (Index i = 0; i < w.size(); ++i) total += room(i);
  if (total == 0.0) return;
  const double share = std::min(1.0, std::abs(excess) / total);
  for (Index i = 0; i < w.size(); ++i) {
    w(i) = std::clamp(w(i) - std::copysign(share * room(i), excess), problem.lower(i),
                      problem.upper(i));
  }
}

}  // namespace

void repair_sum(const SvmProblem& problem, Vector& w) {
  w = w.cwiseMax(problem.lower).cwiseMin(problem.upper);
  absorb(problem, w, [&](Index i) {
    return w(i) != 0.0 && w(i) > problem.lower(i) && w(i) < problem.upper(i);
  });
  if (std::abs(w.sum()) > 1e-14 * w.lpNorm<1>()) absorb(problem, w, [](Index) { return true; });
  // What is left is rounding: give it to the support vector with most room, which cannot notice.
  const Vector room =
      (w.array() == 0.0).select(0.0, (w - problem.lower).cwiseMin(problem.upper - w).array());
  Index roomiest = 0;
  if (room.maxCoeff(&roomiest) > 0.0) {
    w(roomiest) =
        std::clamp(w(roomiest) - w.sum(), problem.lower(roomiest), problem.upper(roomiest));
  }
}

}  // namespace tkl
