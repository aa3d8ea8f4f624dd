#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// The set X over which a kernel's parameter P is learned (docs/math.md §5):
///
///   symmetric:  { P s×s symmetric : P ⪰ τI, trace P = s }      (tessellated, polynomial)
///   diagonal:   { p ∈ R^s         : p ≥ τ,  Σ p    = s }       (a list of fixed kernels)
///
/// Both are the same set of spectra; for the diagonal shape P is stored as an s×1 matrix. With
/// τ > 0 every tessellated kernel in X is universal. τ = 1 leaves only the identity.
class FeasibleSet {
 public:
  enum class Shape { symmetric, diagonal };

  /// Requires size >= 1 and 0 <= tau <= 1.
  FeasibleSet(Shape shape, Index size, double tau);

  Shape shape() const { return shape_; }
  Index size() const { return size_; }
  double tau() const { return tau_; }

  /// The number of free entries of P: s(s+1)/2 or s.
  Index dimension() const;

  /// Whether there is but one P, so that nothing is to be learned.
  bool is_point() const { return tau_ == 1.0 || dimension() == 1; }

  /// The identity, where learning starts.
  Matrix start() const;

  struct Maximum {
    Matrix P;
    double value;
  };
  /// OPT_P: the P in X with the largest <D, P>, which is τI + (1-τ)s·vvᵀ with v the eigenvector of
  /// the largest eigenvalue of D, and that largest <D, P> = τ trace D + (1-τ) s λ_max(D).
  Maximum maximise(const Matrix& D) const;

  /// The P in X nearest to A in the Frobenius norm.
  Matrix project(const Matrix& A) const;

  bool contains(const Matrix& P, double tolerance) const;

  /// The isometry of symmetric matrices with R^dimension (off-diagonal entries times √2), and back.
  Vector to_vector(const Matrix& P) const;
  Matrix from_vector(const Vector& vector) const;

 private:
  Shape shape_;
  Index size_;
  double tau_;
};

}  // namespace tkl
