#pragma once

#include <vector>

#include "svm/dual_state.hpp"

namespace tkl {

/// Mehrotra's predictor–corrector method on the rows given, all other weights held. With
/// w_i = α_i⁺ - α_i⁻ and θ = z/α + t/(c-α) for each half, a Newton step needs only
///
///   (K + diag(1/D)) dw + 1 dβ = e/D,   1ᵀdw = -Σw,   D_i = Σ 1/θ over the halves of row i,
///
/// one Cholesky factor of |rows| × |rows|. Its 15 to 30 iterations do not care how many weights are
/// free or how large C is: the method for the problems on which SMO creeps.
///
/// On return w is feasible and snapped to the bounds and zeros that the multipliers point to where
/// that does not harm. Returns false, with the state unchanged, if the dual objective did not rise.
bool run_interior_point(const SvmProblem& problem, const Matrix& K, DualState& state,
                        const std::vector<Index>& rows, double tolerance, const StopRequest& stop);

}  // namespace tkl
