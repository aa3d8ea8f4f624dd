#include "linalg/add_square.hpp"

#include <algorithm>

#include "linalg/dense.hpp"

namespace tkl::linalg {

void parallel_add_square(const Matrix& a, Matrix& square, const Threads& threads) {
  constexpr Index tile = 128;
  const Index tiles = (square.rows() + tile - 1) / tile;
  const auto height = [&](Index t) { return std::min(tile, square.rows() - t * tile); };
  threads.for_each(tiles * (tiles + 1) / 2, [&](Index pair) {
    Index column = 0;
    Index row = pair;
    for (; row >= tiles - column; ++column) row -= tiles - column;
    row += column;
    gemm(1.0, a.middleRows(row * tile, height(row)), Transpose::no,
         a.middleRows(column * tile, height(column)), Transpose::yes, 1.0,
         square.block(row * tile, column * tile, height(row), height(column)));
  });
}

}  // namespace tkl::linalg
