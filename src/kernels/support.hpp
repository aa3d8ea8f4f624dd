#pragma once

#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// The rows where a weight vector is not zero: sums over data points need only these.
class Support {
 public:
  explicit Support(const Vector& w) : position_(static_cast<std::size_t>(w.size()), -1) {
    for (Index i = 0; i < w.size(); ++i) {
      if (w(i) == 0.0) continue;
      position_[static_cast<std::size_t>(i)] = size();
      rows_.push_back(i);
    }
  }

  Index size() const { return static_cast<Index>(rows_.size()); }

  /// Where a row stands among the support. Requires its weight to be nonzero.
  Index position(Index row) const {
    const Index position = position_[static_cast<std::size_t>(row)];
    eigen_assert(position >= 0);
    return position;
  }

  Matrix gather(const Matrix& x) const { return x(rows_, Eigen::all); }
  Vector gather(const Vector& v) const { return v(rows_); }

 private:
  std::vector<Index> rows_;
  std::vector<Index> position_;
};

}  // namespace tkl
