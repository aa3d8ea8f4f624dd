#pragma once

#include <vector>

#include "svm/dual_state.hpp"
#include "svm/kernel_matrix.hpp"

namespace tkl {

/// The face of the feasible set on which w lies: the weights that are free to move both ways
/// without crossing a bound or a kink of |w|. On it OPT_A is a linear system.
std::vector<Index> free_rows(const SvmProblem& problem, const Vector& w);

/// Those of them that have a weight. Without a tube zero is no kink, and free rows may have none.
std::vector<Index> free_support(const SvmProblem& problem, const Vector& w);

/// K_FF + jitter·I = LLᵀ of the free rows, with the smallest jitter that rounding, repeated rows or
/// a low-rank K require, and what comes with the constraint Σw = 0:
///
///   S = A⁻¹ - A⁻¹11ᵀA⁻¹ / (1ᵀA⁻¹1).
///
/// S is the heart of the second derivative of OPT_A with respect to the kernel, and therefore in
/// double: the smallest eigenvalues of K count most in it.
class FaceSystem {
 public:
  FaceSystem(const KernelMatrix& K, const std::vector<Index>& rows);

  /// X with XᵀX = JᵀSJ: the columns of L⁻¹J without their part along L⁻¹1.
  Matrix whiten(Matrix J) const;

  /// Sv.
  Vector times(const Vector& v) const;

 private:
  Threads threads_;
  Matrix factor_;         // L
  Vector whitened_ones_;  // L⁻¹1
};

}  // namespace tkl
