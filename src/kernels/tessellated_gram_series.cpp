#include "kernels/tessellated_gram_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/series_tiles.hpp"
#include "linalg/dense.hpp"
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

/// A symmetric matrix, of which `fill(j, width)` fills so many columns from the diagonal down.
template <class Fill>
void fill_symmetric(Matrix& out, const Threads& threads, const Fill& fill) {
  const Index m = out.rows();
  const auto stride = static_cast<std::size_t>(m);
  threads.for_each((m + tile - 1) / tile, [&](Index piece) {
    const Index j = piece * tile;  // the longest columns come first
    const Index width = std::min(tile, m - j);
    fill(j, width);
    auto square = out.block(j, j, width, width);
    square.triangularView<Eigen::StrictlyUpper>() = square.transpose();
    for (Index i = j + width; i < m; i += tile) {
      linalg::transpose(&out(i, j), stride, static_cast<std::size_t>(std::min(tile, m - i)),
                        static_cast<std::size_t>(width), &out(j, i), stride);
    }
  });
}

}  // namespace

TessellatedGramSeries::TessellatedGramSeries(Parts parts, const Threads& threads)
    : parts_(std::move(parts)) {
  const Matrix& z = parts_.monomials;
  const Index m = z.rows();
  const Index q = z.cols();
  const Vector squares = parts_.function_scale.cwiseAbs2();
  const Matrix both = z * (squares.head(q) + squares.tail(q)).asDiagonal();
  const Matrix below = z * squares.tail(q).asDiagonal();
  identity_ = linalg::large_matrix<double>(m, m);
  fill_symmetric(identity_, threads, [&](Index j, Index width) {
    const auto product = [&](const Matrix& scaled, linalg::Block out) {
      linalg::gemm(1.0, z.bottomRows(m - j), linalg::Transpose::no, scaled.middleRows(j, width),
                   linalg::Transpose::yes, 0.0, out);
    };
    auto out = identity_.block(j, j, m - j, width);
    product(both, out);
    Matrix uncoupled(m - j, width);
    product(below, uncoupled);
    const auto corner = parts_.corner.tail(m - j).array();
    for (Index k = 0; k < width; ++k) {
      out.col(k).array() = out.col(k).array() * parts_.shared.col(j + k).tail(m - j).array() +
                           uncoupled.col(k).array() * (parts_.box - parts_.corner(j + k) - corner);
    }
  });
}

bool TessellatedGramSeries::gram_into(const Matrix& P, const Threads& threads, Matrix& out) const {
  const Index m = parts_.monomials.rows();
  const Index q = parts_.monomials.cols();
  const auto make_room = [&] {
    if (out.rows() != m || out.cols() != m) out = linalg::large_matrix<double>(m, m);
  };
  if (P == Matrix::Identity(2 * q, 2 * q)) {
    make_room();
    out = identity_;
    return true;
  }
  Matrix rest = P;
  rest.diagonal().array() -= parts_.tau;
  // Beyond this rank the kernel is as soon evaluated anew.
  const Matrix L = low_rank_factor(rest, q / 2);
  if (L.rows() == 0) return false;

  const Index rank = L.cols();
  const Matrix scaled = parts_.function_scale.asDiagonal() * L;
  const Matrix A = parts_.monomials * (scaled.topRows(q) - scaled.bottomRows(q));
  const Matrix C = parts_.monomials * scaled.bottomRows(q);
  const Matrix B = parts_.corner.asDiagonal() * A + (0.5 * parts_.box) * C;
  Matrix rows = Matrix::Zero((m + tile - 1) / tile * tile, 3 * rank);
  rows.topRows(m) << A, B, C;
  Matrix columns(3 * rank, m);
  columns << A.transpose(), C.transpose(), B.transpose();

  make_room();
  fill_symmetric(out, threads, [&](Index j, Index width) {
    for (Index i = j; i < m; i += tile) {
      series_tiles::combine({.rows = rows.data() + i,
                             .row_stride = static_cast<std::size_t>(rows.rows()),
                             .columns = columns.col(j).data(),
                             .column_stride = static_cast<std::size_t>(columns.rows()),
                             .identity = &identity_(i, j),
                             .shared = &parts_.shared(i, j),
                             .out = &out(i, j),
                             .stride = static_cast<std::size_t>(m),
                             .height = static_cast<std::size_t>(std::min(tile, m - i)),
                             .width = static_cast<std::size_t>(width),
                             .rank = static_cast<std::size_t>(rank),
                             .tau = parts_.tau});
    }
  });
  return true;
}

}  // namespace tkl
