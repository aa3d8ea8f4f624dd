#pragma once

#include <vector>

#include "kernels/sparse_tiles.hpp"
#include "tkl/matrix.hpp"

namespace tkl {

/// Σ_j v_j V(x, y_j) φ(x)ᵀBφ(y_j) where many of the features of the y_j have their least value, as counts
/// do that are zero. Such a feature has the largest side of all y, and takes part in V by what is
/// known of x alone: with c_l = min(side_l(x), largest side_l), C = Π_l c_l and t_l = 1/c_l,
///
///   V(x, y) = C Π_l min(1, t_l side_l(y))   over those l whose side is not the largest,
///
/// and of φ(y) what is not zero counts.
class SparseProduct {
 public:
  /// Sides and φ_1, φ_2, … of the points y, one a column.
  SparseProduct(const Matrix& sides, const Matrix& monomials, const Vector& v);

  /// Whether there is less to do than for all features.
  bool is_worthwhile() const;

  /// For points x, given their sides and Bφ: one a row.
  Vector operator()(const Matrix& sides, const Matrix& coupled) const;

 private:
  Index features_;
  Index monomials_;  // with φ_0
  Vector largest_side_;
  std::vector<std::size_t> side_counts_;
  std::vector<std::size_t> monomial_counts_;
  std::vector<sparse_tiles::Entry> entries_;
  std::vector<std::size_t> tiles_;  // the first entry of each
};

}  // namespace tkl
