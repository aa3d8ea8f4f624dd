#pragma once

#include <memory>
#include <span>

#include "tkl/kernel_family.hpp"
#include "tkl/rows.hpp"

namespace tkl {

/// The functions of the span of r landmarks z_1 … z_r as linear functions (docs/math.md §13): with
/// K_LL = LLᵀ and k(x) = (k(z_1, x), …, k(z_r, x)),
///
///   φ(x) = L⁻¹ k(x),   f(x) = φ(x)ᵀu = Σ_l c_l k(z_l, x) with c = L⁻ᵀu,   |f|² = |u|².
///
/// Φ has a row φ(x_i)ᵀ for each point. Rows are named by their positions.
class Features {
 public:
  virtual ~Features() = default;

  virtual Index dimension() const = 0;  ///< r

  /// φ of each of the rows, a column each, rounded to single precision.
  virtual Eigen::MatrixXf columns(std::span<const Index> rows) const = 0;

  /// |φ(x_i)|² for each of the rows: what the landmarks explain of k(x_i, x_i).
  virtual Vector squared_norms(std::span<const Index> rows) const = 0;

  /// φ(x_i)ᵀu for each of the rows.
  virtual Vector times(std::span<const Index> rows, const Vector& u) const = 0;

  /// Σ_i w_i φ(x_i).
  virtual Vector transposed_times(std::span<const Index> rows, const Vector& w) const = 0;

  /// square += Σ_i h_i φ(x_i)φ(x_i)ᵀ, lower triangle, and sum += Σ_i h_i φ(x_i). Requires h ≥ 0.
  virtual void add_weighted_square(std::span<const Index> rows, const Vector& h, Matrix& square,
                                   Vector& sum) const = 0;
};

/// The landmarks with their factor.
class LandmarkMap {
 public:
  /// The family must outlive the map. A multiple of I is added to K_LL if rounding demands it.
  LandmarkMap(const KernelFamily& family, Matrix P, Matrix landmarks, const Threads& threads);

  Index size() const { return landmarks_.rows(); }
  const KernelFamily& family() const { return family_; }
  const Matrix& parameter() const { return P_; }
  const Matrix& landmarks() const { return landmarks_; }

  /// φ of each point, a column each.
  Matrix features_of(const Matrix& x, const Threads& threads) const;

  /// c = L⁻ᵀu, for each column u.
  Matrix to_weights(Matrix u) const;
  /// L⁻¹v.
  Vector from_kernel(const Vector& v) const;

 private:
  const KernelFamily& family_;
  Matrix P_;
  Matrix landmarks_;
  Matrix factor_;   // L
  Matrix inverse_;  // L⁻¹: a product with it is several times as fast as solving with L
};

/// Φ in memory, in single precision: 4r bytes a row, computed once at r² operations a row.
std::unique_ptr<Features> store_features(const LandmarkMap& map, const Rows& x,
                                         const Threads& threads);

/// Φ computed from the points, which must outlive it, whenever it is asked for: no memory. Products go over the kernel, at
/// r kernel values a row; only squares need r² operations for each of their rows.
std::unique_ptr<Features> compute_features(const LandmarkMap& map, const Rows& x,
                                           const Threads& threads);

}  // namespace tkl
