#include "kernels/series_tiles.hpp"

#include "linalg/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/series_tiles.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tkl::series_tiles::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// std::array would be compiled for every target under one name, and any of them linked.
// NOLINTBEGIN(modernize-avoid-c-arrays)

using Size = std::size_t;
using Tag = hn::CappedTag<double, block_rows>;
using Vec = hn::Vec<Tag>;

constexpr Size lanes = hn::MaxLanes(Tag());
constexpr Size vectors = block_rows / lanes;
/// Columns of a block: with two vectors a column, as many sums as hide the latency of a multiplication.
constexpr Size block_columns = 4;

/// Σ_k rows_k(i) columns_k(j) for the attributes [first, last) of one block.
struct Sums {
  Vec at[block_columns][vectors];

  HWY_INLINE HWY_ATTR Sums(const Tile& tile, Size i, const double* const* column, Size first,
                           Size last) {
    HWY_UNROLL(4)
    for (auto& of_column : at) {
      HWY_UNROLL(8)
      for (Vec& zero : of_column) zero = hn::Zero(Tag());
    }
    const double* row = tile.rows + first * tile.row_stride + i;
    for (Size k = first; k < last; ++k, row += tile.row_stride) {
      HWY_UNROLL(4)
      for (Size c = 0; c < block_columns; ++c) {
        const Vec factor = hn::Set(Tag(), column[c][k]);
        HWY_UNROLL(8)
        for (Size v = 0; v < vectors; ++v) {
          at[c][v] = hn::MulAdd(factor, hn::Load(Tag(), row + v * lanes), at[c][v]);
        }
      }
    }
  }
};

HWY_INLINE HWY_ATTR void finish_column(const Tile& tile, const Vec* coupled, const Vec* uncoupled,
                                       const double* identity, const double* shared, double* out) {
  for (Size v = 0; v < vectors; ++v) {
    const Vec rest =
        hn::MulAdd(hn::Set(Tag(), tile.tau), hn::LoadU(Tag(), identity + v * lanes), uncoupled[v]);
    const Vec sum = hn::MulAdd(hn::LoadU(Tag(), shared + v * lanes), coupled[v], rest);
    hn::StoreU(sum, Tag(), out + v * lanes);
  }
}

/// The same where the block is higher than what is left of the tile.
HWY_INLINE HWY_ATTR void finish_last(const Tile& tile, const Vec* coupled, const Vec* uncoupled,
                                     Size at, Size height) {
  double identity[block_rows] = {};
  double shared[block_rows] = {};
  double out[block_rows];
  for (Size r = 0; r < height; ++r) {
    identity[r] = tile.identity[at + r];
    shared[r] = tile.shared[at + r];
  }
  finish_column(tile, coupled, uncoupled, identity, shared, out);
  for (Size r = 0; r < height; ++r) tile.out[at + r] = out[r];
}

HWY_ATTR void combine_tile(const Tile& given) {
  const Tile tile = given;  // a store may alias anything the compiler cannot see
  for (Size j = 0; j < tile.width; j += block_columns) {
    const Size width = HWY_MIN(block_columns, tile.width - j);
    const double* column[block_columns];
    for (Size c = 0; c < block_columns; ++c) {
      column[c] = tile.columns + (j + HWY_MIN(c, width - 1)) * tile.column_stride;
    }
    for (Size i = 0; i < tile.height; i += block_rows) {
      const Size height = HWY_MIN(block_rows, tile.height - i);
      const Sums coupled(tile, i, column, 0, tile.rank);
      const Sums uncoupled(tile, i, column, tile.rank, 3 * tile.rank);
      for (Size c = 0; c < width; ++c) {
        const Size at = (j + c) * tile.stride + i;
        if (height < block_rows) {
          finish_last(tile, coupled.at[c], uncoupled.at[c], at, height);
        } else {
          finish_column(tile, coupled.at[c], uncoupled.at[c], tile.identity + at, tile.shared + at,
                        tile.out + at);
        }
      }
    }
  }
}

// NOLINTEND(modernize-avoid-c-arrays)

}  // namespace tkl::series_tiles::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tkl::series_tiles {

HWY_EXPORT(combine_tile);

void combine(const Tile& tile) { HWY_DYNAMIC_DISPATCH(combine_tile)(tile); }

}  // namespace tkl::series_tiles
#endif
