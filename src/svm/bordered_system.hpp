#pragma once

#include <vector>

#include "svm/kernel_matrix.hpp"

namespace tkl {

/// The linear system behind every Newton step on OPT_A, for some rows R,
///
///   (K_RR + shift·I) x + β1 = r,   1ᵀx = total.
///
/// A Cholesky factor in single precision, which costs half of one in double, preconditions conjugate
/// gradients in double on the null space of the constraint; a few iterations make up for all that
/// single precision lost.
///
/// When only some rows change, the factor is changed rather than computed again. With L the factor of
/// the old rows B, rows A are added by extending it,
///
///   [ L        ]   with  W = L⁻¹K_BA,  MMᵀ = K_AA - WᵀW,
///   [ Wᵀ    M  ]
///
/// and rows D are dropped by holding x_D at zero: between the two triangular solves, the vector is
/// projected on the complement of the columns that belong to D in the inverse of the factor. Both
/// keep the preconditioner positive definite whatever the rounding.
class BorderedSystem {
 public:
  explicit BorderedSystem(const KernelMatrix& K) : K_(K) {}

  /// Prepares for solving with these rows, ascending and at least two, by a change of the last ones
  /// if that is cheaper. Returns false if K is not finite.
  bool prepare(const std::vector<Index>& rows, double shift = 0.0);

  struct Solution {
    Vector x;
    double beta;
    Vector product;  ///< K(:, R)·x, all m rows
    bool converged;
  };
  /// Converged means: the residual has a 1-norm of at most `allowed`, or the error is negligible
  /// against that of x = 0.
  Solution solve(const Vector& r, double total, double allowed);

  /// Nanoseconds, by a model of the costs, that one thread has taken so far.
  double work() const { return work_; }

 private:
  bool factorise();
  bool border();
  Solution iterate(const Vector& r, double total, double allowed) const;
  Vector precondition(const Vector& r) const;

  const KernelMatrix& K_;
  std::vector<Index> rows_;
  double asked_shift_ = 0.0;
  double shift_ = 0.0;   // the least that keeps the system solvable, or what was asked for
  float jitter_ = 0.0F;  // the same for the factor
  Vector inverse_ones_;  // the preconditioner applied to 1

  std::vector<Index> base_;       // B
  std::vector<Index> kept_from_;  // positions in B of the rows that are still there …
  std::vector<Index> kept_to_;    // … and in R
  std::vector<Index> added_;      // positions in R of the rows A
  Eigen::MatrixXf factor_;        // L
  Eigen::MatrixXf coupling_;      // W
  Eigen::MatrixXf corner_;        // M
  Eigen::MatrixXf dropped_;       // an orthonormal basis of what dropping D takes away
  mutable double work_ = 0.0;
};

}  // namespace tkl
