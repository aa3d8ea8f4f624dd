#include "kernels/sparse_product.hpp"

#include <algorithm>

namespace tkl {

namespace {

constexpr Index tile = 64;

/// Below this a side is nothing, and its inverse not finite.
constexpr double least_side = 1e-300;

}  // namespace

SparseProduct::SparseProduct(const Matrix& sides, const Matrix& monomials, const Vector& v)
    : features_(sides.rows()),
      monomials_(monomials.rows() + 1),
      largest_side_(sides.rowwise().maxCoeff()) {
  const auto add = [&](double value, Index attribute) {
    entries_.push_back({value, static_cast<std::size_t>(attribute)});
  };
  for (Index j = 0; j < sides.cols(); ++j) {
    if (j % tile == 0) tiles_.push_back(entries_.size());
    const std::size_t first = entries_.size();
    for (Index l = 0; l < features_; ++l) {
      if (sides(l, j) < largest_side_(l)) add(sides(l, j), 1 + l);
    }
    side_counts_.push_back(entries_.size() - first);
    add(v(j), 1 + features_);
    for (Index k = 1; k < monomials_; ++k) {
      if (monomials(k - 1, j) != 0.0) add(v(j) * monomials(k - 1, j), 1 + features_ + k);
    }
    monomial_counts_.push_back(entries_.size() - first - side_counts_.back());
  }
}

bool SparseProduct::is_worthwhile() const {
  double work = 0.0;
  for (const std::size_t count : side_counts_) work += 2.0 * static_cast<double>(count);
  for (const std::size_t count : monomial_counts_) work += static_cast<double>(count);
  // An entry takes the time of so many that stand in order.
  constexpr double penalty = 1.5;
  const auto all =
      static_cast<double>(side_counts_.size()) * static_cast<double>(features_ + monomials_);
  return penalty * work < all;
}

Vector SparseProduct::operator()(const Matrix& sides, const Matrix& coupled) const {
  constexpr auto width = static_cast<Index>(sparse_tiles::panel_width);
  Vector out(sides.rows());
  Matrix panel = Matrix::Zero(width, 1 + features_ + monomials_);
  for (Index i = 0; i < sides.rows(); i += width) {
    const Index height = std::min(width, sides.rows() - i);
    auto corner = panel.col(0).head(height);
    corner.setOnes();
    for (Index l = 0; l < features_; ++l) {
      const auto side = sides.col(l).segment(i, height).array().min(largest_side_(l));
      corner.array() *= side;
      panel.col(1 + l).head(height) = side.max(least_side).inverse();
    }
    panel.rightCols(monomials_).topRows(height) = coupled.middleRows(i, height);

    Vector sum = Vector::Zero(width);
    Vector part(width);
    for (std::size_t t = 0; t < tiles_.size(); ++t) {
      const std::size_t first = t * tile;
      const std::size_t count = std::min<std::size_t>(tile, side_counts_.size() - first);
      part.setZero();
      sparse_tiles::accumulate({count, side_counts_.data() + first, monomial_counts_.data() + first,
                                entries_.data() + tiles_[t]},
                               panel.data(), part.data());
      sum += part;
    }
    out.segment(i, height) = sum.head(height);
  }
  return out;
}

}  // namespace tkl
