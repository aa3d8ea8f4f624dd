#pragma once

#include "svm/kernel_matrix.hpp"
#include "svm/preconditioner.hpp"

namespace tkl {

/// A Cholesky factor in single precision, which costs half of one in double. A few iterations make
/// up for all that single precision lost.
///
/// When only some rows change, the factor is changed rather than computed again. With L the factor of
/// the old rows B, rows A are added by extending it,
///
///   [ L        ]   with  W = L⁻¹K_BA,  MMᵀ = K_AA - WᵀW,
///   [ Wᵀ    M  ]
///
/// and rows D are dropped by holding x_D at zero: between the two triangular solves, the vector is
/// projected on the complement of the columns that belong to D in the inverse of the factor. Both
/// keep the preconditioner positive definite whatever the rounding. From one change to the next most of
/// A and D stay, and so do their columns of L⁻¹K_BA and L⁻¹.
class FactorPreconditioner final : public Preconditioner {
 public:
  explicit FactorPreconditioner(const KernelMatrix& K) : K_(K) {}

  bool prepare(const std::vector<Index>& rows, double shift) override;
  bool refresh() override;
  Vector apply(const Vector& r) const override;
  int patience() const override { return 40; }
  double accuracy() const override { return 1e-5; }

 private:
  /// L⁻¹ times some columns that have names, ascending.
  struct Solved {
    std::vector<Index> names;
    Eigen::MatrixXf columns;
  };

  bool factorise();
  bool border();
  /// Changes to these names; columns_of(names) are the right-hand sides of those that are new.
  template <class ColumnsOf>
  void select(Solved& solved, const std::vector<Index>& names, const ColumnsOf& columns_of);

  const KernelMatrix& K_;
  std::vector<Index> rows_;
  double shift_ = 0.0;
  float jitter_ = 0.0F;  // the least that keeps the factor finite, or the shift

  std::vector<Index> base_;       // B
  std::vector<Index> kept_from_;  // positions in B of the rows that are still there …
  std::vector<Index> kept_to_;    // … and in R
  std::vector<Index> added_;      // positions in R of the rows A
  Eigen::MatrixXf factor_;        // L
  Solved coupling_;               // W, of rows
  Solved inverse_;                // columns of L⁻¹, of positions in B
  Eigen::MatrixXf corner_;        // M
  Eigen::MatrixXf dropped_;       // an orthonormal basis of what dropping D takes away
};

/// The bytes that it takes with so many rows, changes included, and the work of a new factor.
inline double factor_memory(double rows) { return 5.0 * rows * rows; }
inline double factor_work(double rows) { return 0.005 * rows * rows * rows + 3.0 * rows * rows; }

}  // namespace tkl
