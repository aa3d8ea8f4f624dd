#pragma once

#include <vector>

#include "linalg/single_columns.hpp"
#include "svm/kernel_matrix.hpp"

namespace tkl {

/// Some rows R of a kernel matrix, roughly: with some of them as landmarks L,
///
///   K_RR + shift·I ≈ M = ΦᵀΦ + diag(d),   Φ = G⁻¹K_LR,   K_LL = GGᵀ,
///
/// where d makes the diagonal right. Costs |R|·|L|² operations instead of |R|³, and 4·|R|·|L| bytes. The
/// inverse is that of a matrix of the size of L:
///
///   M⁻¹ = diag(d)⁻¹ - diag(d)⁻¹ Φᵀ H⁻¹ Φ diag(d)⁻¹,   H = I + Φ diag(d)⁻¹ Φᵀ.
///
/// Rough kernels of several features have a long tail of small eigenvalues, which landmarks miss and the
/// diagonal stands for: conjugate gradients preconditioned by M take some tens of iterations.
class KernelSketch {
 public:
  /// Landmarks are spread evenly over the rows, whose order should mean nothing.
  KernelSketch(const KernelMatrix& K, const std::vector<Index>& rows, double shift,
               Index landmarks);

  /// False if K is not finite.
  bool is_valid() const { return valid_; }

  /// M⁻¹r.
  Vector solve(const Vector& r) const;

  /// Sv, with the S of the next.
  Vector times_centred(const Vector& v) const;

  /// X with XᵀX = JᵀSJ, where S = M⁻¹ - M⁻¹11ᵀM⁻¹ / (1ᵀM⁻¹1); as many rows as J has columns.
  Matrix root_of_square(const Matrix& J) const;

 private:
  /// Φ diag(d)^-1 J, for few columns J.
  Matrix project(const Matrix& J) const;

  std::vector<Index> positions_;  // 0 … |R| - 1
  linalg::SingleColumns phi_;
  Vector inverse_diagonal_;  // 1/d
  Matrix factor_;            // of H
  bool valid_ = false;
};

}  // namespace tkl
