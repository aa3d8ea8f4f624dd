#include "kernels/tessellated_gram_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/series_tiles.hpp"
#include "linalg/large_matrix.hpp"
#include "linalg/transpose.hpp"

namespace tkl {

namespace {

constexpr Index tile = 64;

/// L with LLᵀ = A but for rounding, by a Cholesky factorisation with pivots that ends where nothing is
/// left; more than `most` columns are given up, and an empty matrix returned.
Matrix low_rank_factor(const Matrix& A, Index most) {
  Vector left = A.diagonal();
  const double nothing =
      static_cast<double>(A.rows()) * std::numeric_limits<double>::epsilon() * left.maxCoeff();
  Matrix L(A.rows(), most);
  for (Index k = 0;; ++k) {
    Index pivot = 0;
    const double largest = left.maxCoeff(&pivot);
    if (!(largest > nothing)) return L.leftCols(k);
    if (k == most) return {};
    L.col(k) =
        (A.col(pivot) - L.leftCols(k) * L.row(pivot).head(k).transpose()) / std::sqrt(largest);
    left -= L.col(k).cwiseAbs2();
    left(pivot) = 0.0;
  }
}

}  // namespace

bool TessellatedGramSeries::gram_into(const Matrix& P, const Threads& threads, Matrix& out) const {
  const Index q = parts_.monomials.cols();
  if (P == Matrix::Identity(2 * q, 2 * q)) {
    out = parts_.identity;
    return true;
  }
  Matrix rest = P;
  rest.diagonal().array() -= parts_.tau;
  // Beyond this rank the kernel is as soon evaluated anew.
  const Matrix L = low_rank_factor(rest, q / 2);
  if (L.rows() == 0) return false;

  const Index m = parts_.monomials.rows();
  const Index rank = L.cols();
  const Matrix scaled = parts_.function_scale.asDiagonal() * L;
  const Matrix A = parts_.monomials * (scaled.topRows(q) - scaled.bottomRows(q));
  const Matrix C = parts_.monomials * scaled.bottomRows(q);
  const Matrix B = parts_.corner.asDiagonal() * A + (0.5 * parts_.box) * C;
  Matrix rows = Matrix::Zero((m + tile - 1) / tile * tile, 3 * rank);
  rows.topRows(m) << A, B, C;
  Matrix columns(3 * rank, m);
  columns << A.transpose(), C.transpose(), B.transpose();

  if (out.rows() != m || out.cols() != m) out = linalg::large_matrix<double>(m, m);
  const auto stride = static_cast<std::size_t>(m);
  threads.for_each((m + tile - 1) / tile, [&](Index piece) {
    const Index j = piece * tile;  // the longest columns come first
    const Index width = std::min(tile, m - j);
    for (Index i = j; i < m; i += tile) {
      const Index height = std::min(tile, m - i);
      series_tiles::combine({.rows = rows.data() + i,
                             .row_stride = static_cast<std::size_t>(rows.rows()),
                             .columns = columns.col(j).data(),
                             .column_stride = static_cast<std::size_t>(columns.rows()),
                             .identity = &parts_.identity(i, j),
                             .shared = &parts_.shared(i, j),
                             .out = &out(i, j),
                             .stride = stride,
                             .height = static_cast<std::size_t>(height),
                             .width = static_cast<std::size_t>(width),
                             .rank = static_cast<std::size_t>(rank),
                             .tau = parts_.tau});
      if (i == j) {
        auto square = out.block(i, i, height, height);
        square.triangularView<Eigen::StrictlyUpper>() = square.transpose();
      } else {
        linalg::transpose(&out(i, j), stride, static_cast<std::size_t>(height),
                          static_cast<std::size_t>(width), &out(j, i), stride);
      }
    }
  });
  return true;
}

}  // namespace tkl
