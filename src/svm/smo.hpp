#pragma once

#include "svm/dual_state.hpp"

namespace tkl {

/// Sequential minimal optimisation: moves two weights at a time, w_i up and w_j down by the same
/// amount. i violates optimality most; j promises the largest gain to second order. The step along
/// the pair is exact, across the kinks of |w| at zero.
///
/// An update costs O(m). Fast while few weights are strictly between their bounds; slow when many
/// are and K is ill-conditioned, which is what the other methods of this folder are for.
///
/// Returns the number of updates made: fewer than `updates` only if no pair violates optimality by
/// more than `violation`, or no further progress is possible in floating point.
long run_smo(const SvmProblem& problem, const Matrix& K, DualState& state, long updates,
             double violation);

}  // namespace tkl
