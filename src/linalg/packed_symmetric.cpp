#include "linalg/packed_symmetric.hpp"

namespace tkl::linalg {

PackedSymmetric::PackedSymmetric(const Matrix& a) : size_(a.rows()) {
  entries_.reserve(static_cast<std::size_t>(size_ * (size_ + 1) / 2));
  for (Index j = 0; j < size_; ++j) {
    for (Index i = j; i < size_; ++i) entries_.push_back(static_cast<float>(a(i, j)));
  }
}

Vector PackedSymmetric::times(const Vector& x) const {
  Vector product = Vector::Zero(size_);
  Vector column(size_);
  for (Index j = 0; j < size_; ++j) {
    const Index below = size_ - j;
    const Eigen::Map<const Eigen::VectorXf> stored(entries_.data() + start_of(j), below);
    column.head(below) = stored.cast<double>();
    product.tail(below).noalias() += x(j) * column.head(below);
    product(j) += column.segment(1, below - 1).dot(x.tail(below - 1));
  }
  return product;
}

}  // namespace tkl::linalg
