#pragma once

#include <functional>
#include <vector>

#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl::linalg {

/// A large symmetric matrix A for many products: one triangle of it, in single precision, which takes
/// 2 bytes for each entry of A, and a product reads every byte once. Products are rounded to single
/// precision, and the same bit for bit for any number of threads.
class SymmetricSingle {
 public:
  struct Range {
    Index first;
    Index count;
  };
  /// part(rows, columns) is that part of A: squares on the diagonal, and what is below them.
  SymmetricSingle(Index size, const std::function<Eigen::MatrixXf(Range, Range)>& part,
                  const Threads& threads);

  Index size() const { return size_; }

  Vector times(const Vector& x) const;

 private:
  /// Some rows of a panel: those of the square on the diagonal, or of what is below.
  struct Piece {
    std::size_t panel;
    Index first;  // row of the panel
    Index count;
    Index result;  // where its part of a product begins
  };

  Index size_;
  Threads threads_;
  std::vector<Eigen::MatrixXf> panels_;
  std::vector<Piece> pieces_;
  Index results_ = 0;
};

/// The bytes that it takes, without what a product needs for a moment.
inline double symmetric_single_memory(double rows) { return 2.0 * rows * rows + 1024.0 * rows; }

}  // namespace tkl::linalg
