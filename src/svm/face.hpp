#pragma once

#include <vector>

#include "svm/dual_state.hpp"

namespace tkl {

/// The face of the feasible set on which w lies: the weights that are free to move both ways
/// without crossing a bound or a kink of |w|. On it OPT_A is a linear system.
std::vector<Index> free_rows(const SvmProblem& problem, const Vector& w);

/// The sign that |w_i| has on a free row's side of zero (0 where ε = 0 removes the kink).
double kink_sign(const SvmProblem& problem, double w);

/// K_FF + jitter·I = LLᵀ of the free rows, with the smallest jitter that rounding, repeated rows or
/// a low-rank K require, and what comes with the constraint Σw = 0:
///
///   S = A⁻¹ - A⁻¹11ᵀA⁻¹ / (1ᵀA⁻¹1).
///
/// S is both the solution operator of the Newton step and the heart of the second derivative of
/// OPT_A with respect to the kernel.
class FaceSystem {
 public:
  FaceSystem(const Matrix& K, const std::vector<Index>& rows);

  /// x with K_FF x + β1 = r and 1ᵀx = total, refined against the matrix without jitter.
  Vector solve(const Vector& r, double total) const;

  /// X with XᵀX = JᵀSJ: the columns of L⁻¹J without their part along L⁻¹1.
  Matrix whiten(Matrix J) const;

 private:
  Vector apply_inverse(const Vector& r) const;

  Matrix matrix_;         // K_FF
  Matrix factor_;         // L
  Vector whitened_ones_;  // L⁻¹1
};

/// One Newton step to the maximum of OPT_A on the current face, as far as the bounds allow.
/// Returns false, with the state unchanged, if that does not raise the dual objective.
bool newton_step(const SvmProblem& problem, const Matrix& K, DualState& state);

/// f = Kw, from the nonzero weights.
Vector multiply(const Matrix& K, const Vector& w);

}  // namespace tkl
