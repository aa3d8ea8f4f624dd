#pragma once

#include <vector>

#include "landmarks/cell_kernel.hpp"
#include "svm/preconditioner.hpp"

namespace tkl {

/// The inverse of parts of K̃ = ΦΦᵀ + R, a ridge and a shift on its diagonal included, by its structure: with
/// B = R + diag(ridge) + shift·I, a factor for each cell,
///
///   (B + ΦΦᵀ)⁻¹ = B⁻¹ - B⁻¹Φ H⁻¹ ΦᵀB⁻¹,   H = I + ΦᵀB⁻¹Φ.
///
/// Exact but for single precision, so that conjugate gradients need a few iterations, where the ridge is not
/// small; more iterations where there is none. Costs
/// |R|(c²/3 + cr + r²) operations for cells of c rows, and 4·|R|·c bytes.
class CellPreconditioner final : public Preconditioner {
 public:
  /// `whole` is the kernel with its ridge; both must outlive this.
  CellPreconditioner(const CellKernel& kernel, const KernelMatrix& whole)
      : kernel_(kernel), whole_(whole) {}

  bool prepare(const std::vector<Index>& rows, double shift) override;
  Vector apply(const Vector& r) const override;
  int patience() const override { return 200; }
  double accuracy() const override { return 1e-3; }

 private:
  /// Of the rows of one cell: where they are among all, and L with LLᵀ = B.
  struct Factor {
    std::vector<Index> positions;
    Eigen::MatrixXf L;
  };

  /// Sets L, with as much more on the diagonal as single precision demands.
  bool factorise(const Eigen::MatrixXf& block, Factor& factor) const;
  /// B⁻¹r.
  Vector divide(const Vector& r) const;

  const CellKernel& kernel_;
  const KernelMatrix& whole_;
  std::vector<Index> rows_;  // of Φ
  std::vector<Factor> factors_;
  Matrix root_;  // of H
};

/// The bytes that it takes beside its matrix, and the work to prepare it.
inline double cell_preconditioner_memory(double rows, double cell_rows, double landmarks) {
  return 4.0 * rows * cell_rows + 16.0 * landmarks * landmarks;
}
inline double cell_preconditioner_work(double rows, double cell_rows, double landmarks) {
  return 0.02 * rows *
         (cell_rows * cell_rows / 3.0 + cell_rows * landmarks + landmarks * landmarks);
}

}  // namespace tkl
