#include "linalg/symmetric_single.hpp"

#include <algorithm>

#include "linalg/large_matrix.hpp"
#include "linalg/single_products.hpp"

namespace tkl::linalg {

namespace {

constexpr Index panel_columns = 256;
constexpr Index piece_rows = 2048;

}  // namespace

SymmetricSingle::SymmetricSingle(Index size,
                                 const std::function<Eigen::MatrixXf(Range, Range)>& part,
                                 const Threads& threads)
    : size_(size), threads_(threads) {
  for (Index first = 0; first < size; first += panel_columns) {
    const Range columns{first, std::min(panel_columns, size - first)};
    const std::size_t number = panels_.size();
    Eigen::MatrixXf& panel = panels_.emplace_back(large_matrix<float>(size - first, columns.count));
    // Small parts, whose memory is used again and again.
    const auto add_piece = [&](Index row, Index count) {
      panel.middleRows(row, count) = part({first + row, count}, columns);
      pieces_.push_back({number, row, count, results_});
      results_ += row == 0 ? count : count + columns.count;
    };
    add_piece(0, columns.count);
    for (Index row = columns.count; row < panel.rows(); row += piece_rows) {
      add_piece(row, std::min(piece_rows, panel.rows() - row));
    }
  }
}

Vector SymmetricSingle::times(const Vector& x) const {
  // Single precision has a small range too.
  const double scale = x.size() == 0 ? 0.0 : x.cwiseAbs().maxCoeff();
  if (!(scale > 0.0)) return Vector::Constant(size_, scale);  // zeros, or not numbers
  const Eigen::VectorXf small = (x / scale).cast<float>();
  Eigen::VectorXf results = Eigen::VectorXf::Zero(results_);
  threads_.for_each(std::ssize(pieces_), [&](Index number) {
    const Piece& piece = pieces_[static_cast<std::size_t>(number)];
    const Eigen::MatrixXf& panel = panels_[piece.panel];
    const Index origin = static_cast<Index>(piece.panel) * panel_columns;
    auto down = results.segment(piece.result, piece.count);
    if (piece.first == 0) {
      down.noalias() = panel.topRows(piece.count) * small.segment(origin, panel.cols());
      return;
    }
    multiply_both_ways(panel.data() + piece.first, static_cast<std::size_t>(panel.outerStride()),
                       static_cast<std::size_t>(piece.count),
                       static_cast<std::size_t>(panel.cols()), small.data() + origin,
                       small.data() + origin + piece.first, down.data(), down.data() + piece.count);
  });
  Vector product = Vector::Zero(size_);
  for (const Piece& piece : pieces_) {
    const Index columns = panels_[piece.panel].cols();
    const Index origin = static_cast<Index>(piece.panel) * panel_columns;
    product.segment(origin + piece.first, piece.count) +=
        results.segment(piece.result, piece.count).cast<double>();
    if (piece.first == 0) continue;
    product.segment(origin, columns) +=
        results.segment(piece.result + piece.count, columns).cast<double>();
  }
  return scale * product;
}

}  // namespace tkl::linalg
