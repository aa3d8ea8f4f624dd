#include <algorithm>
#include <vector>

#include "landmarks/features.hpp"
#include "landmarks/weighted_square.hpp"
#include "linalg/large_matrix.hpp"

namespace tkl {

namespace {

/// Rows that a thread handles at a time. Sums over rows are sums of those of the pieces, whatever
/// the number of threads.
constexpr Index piece_rows = 1024;
/// Rows of a square that are unpacked to double precision at a time.
constexpr Index square_rows = 4096;

Index pieces(Index rows, Index piece) { return (rows + piece - 1) / piece; }

class StoredFeatures final : public Features {
 public:
  StoredFeatures(const LandmarkMap& map, const Matrix& x, const Threads& threads)
      : threads_(threads), phi_(linalg::large_matrix<float>(map.size(), x.rows())) {
    // So few rows at a time that their features stay in the cache until they are stored.
    constexpr Index few_rows = 512;
    threads.for_each(pieces(x.rows(), few_rows), [&](Index piece) {
      const Index first = piece * few_rows;
      const Index count = std::min(few_rows, x.rows() - first);
      phi_.middleCols(first, count) =
          map.features_of(x.middleRows(first, count), Threads(1)).cast<float>();
    });
  }

  Index dimension() const override { return phi_.rows(); }

  Vector times(std::span<const Index> rows, const Vector& u) const override {
    Vector out(std::ssize(rows));
    for_each_piece(rows, [&](Index /*piece*/, Index first, const Matrix& phi) {
      out.segment(first, phi.cols()) = phi.transpose() * u;
    });
    return out;
  }

  Vector transposed_times(std::span<const Index> rows, const Vector& w) const override {
    Matrix sums(dimension(), pieces(std::ssize(rows), piece_rows));
    for_each_piece(rows, [&](Index piece, Index first, const Matrix& phi) {
      sums.col(piece) = phi * w.segment(first, phi.cols());
    });
    return sums.rowwise().sum();
  }

  void add_weighted_square(std::span<const Index> rows, const Vector& h, Matrix& square,
                           Vector& sum) const override {
    Matrix weighted;
    for (Index first = 0; first < std::ssize(rows); first += square_rows) {
      const Index count = std::min(square_rows, std::ssize(rows) - first);
      weighted.resize(dimension(), count);
      Matrix sums(dimension(), pieces(count, piece_rows));
      const auto part =
          rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
      for_each_piece(part, [&](Index piece, Index begin, const Matrix& phi) {
        const auto weights = h.segment(first + begin, phi.cols());
        sums.col(piece) = phi * weights;
        weighted.middleCols(begin, phi.cols()) = phi * weights.cwiseSqrt().asDiagonal();
      });
      sum += sums.rowwise().sum();
      add_square(weighted, square, threads_);
    }
  }

 private:
  /// body(piece, position of its first row, φ of its rows in double precision).
  template <class Body>
  void for_each_piece(std::span<const Index> rows, const Body& body) const {
    threads_.for_each(pieces(std::ssize(rows), piece_rows), [&](Index piece) {
      const Index first = piece * piece_rows;
      const Index count = std::min(piece_rows, std::ssize(rows) - first);
      Matrix phi(dimension(), count);
      for (Index k = 0; k < count; ++k) {
        phi.col(k) = phi_.col(rows[static_cast<std::size_t>(first + k)]).cast<double>();
      }
      body(piece, first, phi);
    });
  }

  Threads threads_;
  Eigen::MatrixXf phi_;  // a column a point
};

}  // namespace

std::unique_ptr<Features> store_features(const LandmarkMap& map, const Matrix& x,
                                         const Threads& threads) {
  return std::make_unique<StoredFeatures>(map, x, threads);
}

}  // namespace tkl
