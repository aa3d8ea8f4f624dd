#include "linalg/parallel.hpp"

#include <algorithm>

#include "linalg/transpose.hpp"

namespace tkl::linalg {

namespace {

/// Large enough for BLAS to run at full speed inside a tile, small enough to share them out.
constexpr Index tile = 384;

/// Right-looking: factorise a diagonal tile, divide the tiles below by it, subtract their products
/// from the rest. The next diagonal tile is the first of the rest to be complete, and is factorised
/// while the others are not.
template <class AnyBlock>
bool factorise(AnyBlock& a, const Threads& threads) {
  using Scalar = typename AnyBlock::Scalar;
  const Index size = a.rows();
  const Index first_width = std::min(tile, size);
  bool is_definite = cholesky(a.topLeftCorner(first_width, first_width));
  for (Index k = 0; k < size && is_definite; k += tile) {
    const Index width = std::min(tile, size - k);
    const Index first = k + width;
    const Index rest = (size - first + tile - 1) / tile;
    const auto height = [&](Index t) { return std::min(tile, size - first - t * tile); };
    threads.for_each(rest, [&](Index t) {
      divide_by_transposed(a.block(k, k, width, width),
                           a.block(first + t * tile, k, height(t), width));
    });
    threads.for_each(rest * (rest + 1) / 2, [&](Index pair) {
      Index column = 0;
      Index row = pair;
      for (; row >= rest - column; ++column) row -= rest - column;
      row += column;
      const auto left = a.block(first + row * tile, k, height(row), width);
      auto target = a.block(first + row * tile, first + column * tile, height(row), height(column));
      if (row == column) {
        subtract_square(left, target);
        if (row == 0) is_definite = cholesky(target);
      } else {
        gemm(Scalar{-1}, left, Transpose::no,
             a.block(first + column * tile, k, height(column), width), Transpose::yes, Scalar{1},
             target);
      }
    });
  }
  return is_definite;
}

/// Rows of a product, or of a triangle, that are worth a piece of work.
constexpr Index band = 512;

Index bands(Index rows) { return (rows + band - 1) / band; }

/// Blocked, with the small triangles left to Eigen: a BLAS may solve with the same triangle in one
/// order of operations on one thread and in another on the next.
template <class Factor, class AnyBlock>
void solve(const Factor& l, AnyBlock& b, const Threads& threads) {
  using Scalar = typename AnyBlock::Scalar;
  constexpr Index piece = 64;
  constexpr Index columns = 32;  // few, so that threads have equal shares
  threads.for_each((b.cols() + columns - 1) / columns, [&](Index part) {
    auto x = b.middleCols(part * columns, std::min(columns, b.cols() - part * columns));
    for (Index k = 0; k < l.rows(); k += piece) {
      const Index height = std::min(piece, l.rows() - k);
      const Index rest = l.rows() - k - height;
      l.block(k, k, height, height)
          .template triangularView<Eigen::Lower>()
          .solveInPlace(x.middleRows(k, height));
      if (rest == 0) continue;
      gemm(Scalar{-1}, l.block(k + height, k, rest, height), Transpose::no, x.middleRows(k, height),
           Transpose::no, Scalar{1}, x.bottomRows(rest));
    }
  });
}

/// For one column, whose time is that of reading L.
void solve_one(const ConstSingleBlock& l, SingleBlock& x, const Threads& threads) {
  for (Index k = 0; k < l.rows(); k += band) {
    const Index height = std::min(band, l.rows() - k);
    const Index rest = l.rows() - k - height;
    solve_lower(l.block(k, k, height, height), x.middleRows(k, height));
    parallel_subtract_product(l.block(k + height, k, rest, height), x.middleRows(k, height),
                              x.bottomRows(rest), threads);
  }
}

}  // namespace

Threads threads_for(Index entries, const Threads& threads) {
  constexpr Index few = 250000;
  return entries < few ? Threads(1) : threads;
}

bool parallel_cholesky(Block a, const Threads& threads) { return factorise(a, threads); }
bool parallel_cholesky(SingleBlock a, const Threads& threads) { return factorise(a, threads); }

void parallel_solve_lower(const ConstBlock& l, Block b, const Threads& threads) {
  solve(l, b, threads);
}

void parallel_subtract_product(const ConstSingleBlock& a, const ConstSingleBlock& b, SingleBlock c,
                               const Threads& threads) {
  threads.for_each(bands(c.rows()), [&](Index part) {
    const Index first = part * band;
    const Index height = std::min(band, c.rows() - first);
    gemm(-1.0F, a.middleRows(first, height), Transpose::no, b, Transpose::no, 1.0F,
         c.middleRows(first, height));
  });
}

void parallel_subtract_transposed_product(const ConstSingleBlock& a, const ConstSingleBlock& b,
                                          SingleBlock c, const Threads& threads) {
  constexpr Index piece = 128;
  threads.for_each((c.rows() + piece - 1) / piece, [&](Index part) {
    const Index first = part * piece;
    const Index height = std::min(piece, c.rows() - first);
    gemm(-1.0F, a.middleCols(first, height), Transpose::yes, b, Transpose::no, 1.0F,
         c.middleRows(first, height));
  });
}

void parallel_solve_lower(const ConstSingleBlock& l, SingleBlock b, const Threads& threads) {
  if (b.cols() == 1) {
    solve_one(l, b, threads);
  } else {
    solve(l, b, threads);
  }
}

void parallel_solve_lower_transposed(const ConstSingleBlock& l, SingleBlock x,
                                     const Threads& threads) {
  for (Index k = (bands(l.rows()) - 1) * band; k >= 0; k -= band) {
    const Index height = std::min(band, l.rows() - k);
    const Index rest = l.rows() - k - height;
    if (rest > 0) {
      parallel_subtract_transposed_product(l.block(k + height, k, rest, height), x.bottomRows(rest),
                                           x.middleRows(k, height), threads);
    }
    solve_lower_transposed(l.block(k, k, height, height), x.middleRows(k, height));
  }
}

void parallel_subtract_square(const ConstSingleBlock& a, SingleBlock c, const Threads& threads) {
  constexpr Index piece = 64;
  threads.for_each((c.cols() + piece - 1) / piece, [&](Index part) {
    const Index first = part * piece;
    const Index width = std::min(piece, c.cols() - first);
    gemm(-1.0F, a, Transpose::yes, a.middleCols(first, width), Transpose::no, 1.0F,
         c.middleCols(first, width));
  });
}

void parallel_mirror_lower(SingleBlock a, const Threads& threads) {
  constexpr Index piece = 64;
  const auto stride = static_cast<std::size_t>(a.outerStride());
  const Threads some = threads_for(a.size() / 2, threads);
  some.for_each((a.cols() + piece - 1) / piece, [&](Index part) {
    const Index first = part * piece;
    const Index width = std::min(piece, a.cols() - first);
    for (Index j = first; j < first + width; ++j) {
      for (Index i = j + 1; i < first + width; ++i) a(j, i) = a(i, j);
    }
    for (Index i = first + width; i < a.rows(); i += piece) {
      linalg::transpose(&a(i, first), stride,
                        static_cast<std::size_t>(std::min(piece, a.rows() - i)),
                        static_cast<std::size_t>(width), &a(first, i), stride);
    }
  });
}

}  // namespace tkl::linalg
