#pragma once

#include <vector>

#include "kernels/corner_polynomial.hpp"
#include "kernels/pair_tiles.hpp"
#include "kernels/tessellated_basis.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// A tessellated kernel k_P in the form that `pair_tiles` evaluates (docs/math.md §2):
///
///   k(x, y) = V Σ_e s^e Φ(x) B_e Φ(y)ᵀ + F(x)·Φ(y) + Φ(x)·F(y).
///
/// B_e couples monomials of degrees a and b only if a + b ≤ 2d - |e|. So either a ≤ (2d-|e|)/2 or b is
/// smaller than that, and Φ(x) B_e Φ(y)ᵀ is a short sum of each kind, Φ(x)·Y^e(y) + X^e(x)·Φ(y).
class TessellatedTiles {
 public:
  /// Points along vectors, as `pair_tiles` wants them; one panel a column. Likewise the others, one
  /// point a column. Padded with zeros.
  template <class T>
  using Packed = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  TessellatedTiles(const TessellatedBasis& basis, const CornerPolynomial& polynomial,
                   const Matrix& P);

  pair_tiles::Shape shape() const { return shape(factor_); }

  template <class T>
  Packed<T> panels(const Matrix& x, const Threads& threads) const;
  template <class T>
  Packed<T> points(const Matrix& x, const Threads& threads) const;

  /// A linear map of Φ whose coefficients depend on the corner above the point.
  struct Map {
    std::vector<pair_tiles::Term> terms;
    std::vector<double> coefficients;
    Index size = 0;

    /// One more term for `target`: weight[factor] · (coefficients · Φ).
    void add(Index factor, const Vector& row, Index target);
  };

  /// The one number F·phi + Φ·factors. For phi = Σ_j v_j φ_j and factors = Σ_j v_j F_j it is all that
  /// does not couple a point with the others in a product with v: as many operations as there are φ,
  /// where F takes their square.
  Map uncoupled(const Vector& phi, const Vector& factors) const;
  /// Panels with the values of this map where others have F, and the shape of pairs with them.
  template <class T>
  Packed<T> panels(const Matrix& x, const Map& last, const Threads& threads) const;
  pair_tiles::Shape shape(const Map& last) const;

  /// The same of at most 64 points, and Y as `points` has it: one point a row, an attribute a column.
  Matrix with_coupled(const Matrix& x, const Map& last) const;

  /// The coefficients of the s^e of the largest degree.
  template <class T>
  Packed<T> leaves() const;

 private:
  /// Attribute k of the points [first, first + 64) of x: a column each.
  Matrix attributes(const Matrix& x, Index first, const Map& middle, const Map& last) const;

  /// Those worth starting to apply these maps to so many points.
  Threads threads_for(Index points, const Map& middle, const Map& last,
                      const Threads& threads) const;

  void build_factor(const std::vector<Matrix>& one_sided, const Matrix& constant);
  void build_coupled(const std::vector<Matrix>& coupled);

  const TessellatedBasis& basis_;
  const CornerPolynomial& polynomial_;
  std::vector<std::size_t> x_terms_;
  std::vector<std::size_t> y_terms_;
  Map factor_;     // F
  Map of_panels_;  // X^e
  Map of_points_;  // Y^e
  std::vector<double> leaves_;
};

}  // namespace tkl
