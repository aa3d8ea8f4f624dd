#pragma once

#include <cstddef>

/// The inner loop of `SparseProduct`, for the vector unit that the machine at hand has. Plain pointers only: the
/// source is compiled once for each instruction set (see `pair_tiles.hpp`).
namespace tkl::sparse_tiles {

/// A number of one point, and where the number of the others that it meets stands in their panel.
struct Entry {
  double value;
  std::size_t attribute;
};

/// Points of which only some sides and monomials count (`SparseProduct`).
struct Points {
  std::size_t count;
  const std::size_t* sides;      ///< how many sides each has
  const std::size_t* monomials;  ///< and monomials
  const Entry* entries;          ///< the sides of a point and then its monomials, point after point
};

/// A panel of the other points has attribute after attribute, each for so many of them.
constexpr std::size_t panel_width = 16;

/// sums[i] += Σ_j V_i Π (1 ∧ side · attribute) Σ monomial · attribute, over the sides and monomials of j, in the
/// order of j; V_i is attribute 0.
void accumulate(const Points& points, const double* panel, double* sums);

}  // namespace tkl::sparse_tiles
