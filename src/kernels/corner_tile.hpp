#pragma once

#include <vector>

#include "kernels/tessellated_basis.hpp"

namespace tkl {

/// A small block of pairs (x_i, y_j), and for each moment c the matrix of corner integrals
///
///   T_c(i, j) = ∫_{z ≥ max(x_i, y_j)} z^c dμ(z) = share(i, j) · Π_l mean of z_l^{c_l} there,
///
/// the only part of a tessellated kernel that couples x and y. The share and the means of single
/// powers are computed once a tile and combined for each moment.
class CornerTile {
 public:
  static constexpr Index rows = 64;
  static constexpr Index columns = 64;

  explicit CornerTile(const TessellatedBasis& basis);

  /// Loads the pairs of rows [i, i + height) of x with rows [j, j + width) of y.
  void load(const TessellatedBasis::Points& x, Index i, Index height,
            const TessellatedBasis::Points& y, Index j, Index width);

  /// T_c of the loaded pairs, height × width; valid until the next call.
  const Matrix& corner(Index moment);

 private:
  const TessellatedBasis& basis_;
  Matrix share_;
  std::vector<Matrix> means_;  // means_[l * highest_power + k - 1]: of z_l^k
  Matrix corner_;
};

}  // namespace tkl
