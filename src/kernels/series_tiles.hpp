#pragma once

#include <cstddef>

/// The inner loops of `TessellatedGramSeries`, for the vector unit that the machine at hand has. Plain
/// pointers, as in `pair_tiles`.
namespace tkl::series_tiles {

/// Rows of a block; numbers of rows are read up to a multiple of that.
constexpr std::size_t block_rows = 8;

/// A tile of K = τ K_I + V∘(AAᵀ) + BCᵀ + CBᵀ. Numbers of rows are [A B C], attribute after attribute, those of columns
/// [A C B], column after column; the three matrices have one stride.
struct Tile {
  const double* rows;
  std::size_t row_stride;  ///< from one attribute to the next
  const double* columns;
  std::size_t column_stride;  ///< from one column to the next
  const double* identity;     ///< K_I
  const double* shared;       ///< V
  double* out;
  std::size_t stride;
  std::size_t height;
  std::size_t width;
  std::size_t rank;  ///< how many columns A has, and B, and C
  double tau;
};

void combine(const Tile& tile);

}  // namespace tkl::series_tiles
