#include "linalg/single_columns.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "linalg/add_square.hpp"
#include "linalg/single_products.hpp"

namespace tkl::linalg {

namespace {

/// Columns that a thread handles at a time. Sums over columns are sums of those of the pieces,
/// whatever the number of threads.
constexpr Index piece_columns = 1024;
/// Columns of a square that are unpacked to double precision at a time.
constexpr Index square_columns = 4096;

Index pieces(Index columns) { return (columns + piece_columns - 1) / piece_columns; }

}  // namespace

SingleColumns::SingleColumns(Eigen::MatrixXf columns, const Threads& threads)
    : threads_(threads), columns_(std::move(columns)) {}

/// body(piece, position of its first column, some of its columns in double precision), several times
/// for a piece: so few columns at a time that they stay in the cache.
template <class Body>
void SingleColumns::for_each_piece(std::span<const Index> which, const Body& body) const {
  constexpr Index few = 16;
  threads_.for_each(pieces(std::ssize(which)), [&](Index piece) {
    const Index last = std::min((piece + 1) * piece_columns, std::ssize(which));
    Matrix buffer(rows(), few);
    for (Index first = piece * piece_columns; first < last; first += few) {
      const Index count = std::min(few, last - first);
      for (Index k = 0; k < count; ++k) {
        buffer.col(k) = columns_.col(which[static_cast<std::size_t>(first + k)]).cast<double>();
      }
      body(piece, first, buffer.leftCols(count));
    }
  });
}

Eigen::MatrixXf SingleColumns::columns(std::span<const Index> which) const {
  Eigen::MatrixXf out(rows(), std::ssize(which));
  for (Index k = 0; k < out.cols(); ++k) {
    out.col(k) = columns_.col(which[static_cast<std::size_t>(k)]);
  }
  return out;
}

Vector SingleColumns::squared_norms(std::span<const Index> which) const {
  Vector out(std::ssize(which));
  for_each_piece(which, [&](Index /*piece*/, Index first, const auto& phi) {
    out.segment(first, phi.cols()) = phi.colwise().squaredNorm().transpose();
  });
  return out;
}

template <class Body>
void SingleColumns::for_each_span(std::span<const Index> which, const Body& body) const {
  threads_.for_each(pieces(std::ssize(which)), [&](Index piece) {
    const Index first = piece * piece_columns;
    const Index last = std::min(first + piece_columns, std::ssize(which));
    std::vector<const float*> columns;
    columns.reserve(piece_columns);
    for (Index k = first; k < last; ++k) {
      columns.push_back(columns_.col(which[static_cast<std::size_t>(k)]).data());
    }
    body(piece, first, columns);
  });
}

Vector SingleColumns::transposed_times(std::span<const Index> which, const Vector& u) const {
  Vector out(std::ssize(which));
  for_each_span(which, [&](Index /*piece*/, Index first, std::span<const float* const> columns) {
    dot_columns(columns, u.data(), static_cast<std::size_t>(rows()), out.data() + first);
  });
  return out;
}

Vector SingleColumns::times(std::span<const Index> which, const Vector& w) const {
  Matrix sums = Matrix::Zero(rows(), pieces(std::ssize(which)));
  for_each_span(which, [&](Index piece, Index first, std::span<const float* const> columns) {
    add_columns(columns, w.data() + first, static_cast<std::size_t>(rows()),
                sums.col(piece).data());
  });
  return sums.rowwise().sum();
}

void SingleColumns::add_weighted_square(std::span<const Index> which, const Vector& h,
                                        Matrix& square, Vector& sum) const {
  Matrix weighted;
  for (Index first = 0; first < std::ssize(which); first += square_columns) {
    const Index count = std::min(square_columns, std::ssize(which) - first);
    weighted.resize(rows(), count);
    Matrix sums = Matrix::Zero(rows(), pieces(count));
    const auto part =
        which.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    for_each_piece(part, [&](Index piece, Index begin, const auto& phi) {
      const auto weights = h.segment(first + begin, phi.cols());
      sums.col(piece).noalias() += phi * weights;
      weighted.middleCols(begin, phi.cols()) = phi * weights.cwiseSqrt().asDiagonal();
    });
    sum += sums.rowwise().sum();
    parallel_add_square(weighted, square, threads_);
  }
}

}  // namespace tkl::linalg
