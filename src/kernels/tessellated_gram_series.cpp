#include "kernels/tessellated_gram_series.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
    out = parts_.identity(parts_.rows, parts_.rows);
    return true;
  }
  Matrix rest = P;
  rest.diagonal().array() -= parts_.tau;
  // Beyond this rank the kernel is as soon evaluated anew.
  const Matrix L = low_rank_factor(rest, q / 2);
  if (L.rows() == 0) return false;

  const Index m = parts_.monomials.rows();
  const Matrix scaled = parts_.function_scale.asDiagonal() * L;
  const Matrix A = parts_.monomials * (scaled.topRows(q) - scaled.bottomRows(q));
  const Matrix C = parts_.monomials * scaled.bottomRows(q);
  const Matrix B = parts_.corner.asDiagonal() * A + (0.5 * parts_.box) * C;
  Matrix left(m, 2 * L.cols());
  left << B, C;
  Matrix right(m, 2 * L.cols());
  right << C, B;

  if (out.rows() != m || out.cols() != m) out = linalg::large_matrix<double>(m, m);
  const auto stride = static_cast<std::size_t>(m);
  threads.for_each((m + tile - 1) / tile, [&](Index piece) {
    const Index j = piece * tile;  // the longest columns come first
    const Index width = std::min(tile, m - j);
    Matrix coupled(tile, width);
    Matrix uncoupled(tile, width);
    for (Index i = j; i < m; i += tile) {
      const Index height = std::min(tile, m - i);
      // Not by BLAS: its calls are so short here that threads would wait for each other's locks.
      coupled.topRows(height).noalias() =
          A.middleRows(i, height) * A.middleRows(j, width).transpose();
      uncoupled.topRows(height).noalias() =
          left.middleRows(i, height) * right.middleRows(j, width).transpose();
      for (Index k = 0; k < width; ++k) {
        const double* identity =
            parts_.identity.col(parts_.rows[static_cast<std::size_t>(j + k)]).data();
        for (Index r = 0; r < height; ++r) {
          out(i + r, j + k) = parts_.tau * identity[parts_.rows[static_cast<std::size_t>(i + r)]] +
                              parts_.shared(i + r, j + k) * coupled(r, k) + uncoupled(r, k);
        }
      }
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
