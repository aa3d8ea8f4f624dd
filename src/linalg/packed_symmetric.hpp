#pragma once

#include <vector>

#include "tkl/matrix.hpp"

namespace tkl::linalg {

/// A small symmetric matrix of which there are many: one triangle, in single precision, 2 bytes for
/// each entry. Products are exact for the entries as they are kept: all arithmetic is double.
class PackedSymmetric {
 public:
  PackedSymmetric() = default;
  /// Reads the lower triangle.
  explicit PackedSymmetric(const Matrix& a);

  Index size() const { return size_; }

  float operator()(Index i, Index j) const {
    return i >= j ? entries_[start_of(j) + static_cast<std::size_t>(i - j)] : (*this)(j, i);
  }

  Vector times(const Vector& x) const;

 private:
  /// Where column j begins, with its entry on the diagonal.
  std::size_t start_of(Index j) const {
    return static_cast<std::size_t>(j * size_ - j * (j - 1) / 2);
  }

  Index size_ = 0;
  std::vector<float> entries_;  // columns of the lower triangle, one after the other
};

}  // namespace tkl::linalg
