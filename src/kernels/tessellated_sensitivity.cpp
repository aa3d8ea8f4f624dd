#include "kernels/tessellated_sensitivity.hpp"

#include <algorithm>
#include <numbers>

#include "kernels/pair_tiles.hpp"
#include "kernels/tessellated_factor_map.hpp"
#include "linalg/dense.hpp"
#include "linalg/transpose.hpp"

namespace tkl {

using linalg::Transpose;

namespace {

constexpr Index tile = 64;
constexpr auto lanes = static_cast<Index>(pair_tiles::panel_width<double>);

Index tiles(Index size, Index of) { return (size + of - 1) / of; }

/// One panel of sides a column, padded with zeros.
Matrix panels_of(const Matrix& side) {
  Matrix panels = Matrix::Zero(side.cols() * lanes, tiles(side.rows(), lanes));
  for (Index l = 0; l < side.cols(); ++l) {
    for (Index i = 0; i < side.rows(); ++i) panels(l * lanes + i % lanes, i / lanes) = side(i, l);
  }
  return panels;
}

/// Sides and weighted monomials of one point a column, padded with zeros.
Matrix points_of(const Matrix& side, const Matrix& weighted) {
  constexpr auto multiple = static_cast<Index>(pair_tiles::point_multiple);
  Matrix points =
      Matrix::Zero(side.cols() + weighted.cols(), tiles(side.rows(), multiple) * multiple);
  points.topLeftCorner(side.cols(), side.rows()) = side.transpose();
  points.bottomLeftCorner(weighted.cols(), side.rows()) = weighted.transpose();
  return points;
}

}  // namespace

TessellatedSensitivity::TessellatedSensitivity(std::shared_ptr<const TessellatedBasis> basis,
                                               const CornerPolynomial& polynomial,
                                               const FeasibleSet& feasible_set,
                                               const Vector& function_scale, const Vector& w,
                                               const Matrix& x, const Threads& threads)
    : basis_(std::move(basis)),
      feasible_set_(feasible_set),
      function_scale_(function_scale),
      threads_(threads),
      support_(w) {
  points_ = basis_->prepare(support_.gather(x));
  weighted_ = support_.gather(w).asDiagonal() * points_.monomials;
  total_ = weighted_.colwise().sum();
  corner_total_ = weighted_.transpose() * points_.corner;
  couple(polynomial);
}

Matrix TessellatedSensitivity::finished(const Matrix& N) const {
  const auto scale = function_scale_.asDiagonal();
  return 0.5 * (scale * (N + N.transpose()) * scale);
}

void TessellatedSensitivity::couple(const CornerPolynomial& polynomial) {
  const Index m = support_.size();
  for (const auto& moment : basis_->moments()) {
    coupled_.emplace_back(Matrix::Zero(m, moment.columns));
  }
  const pair_tiles::CoupledShape shape = polynomial.coupled_shape();
  const std::vector<Index> first = polynomial.first_columns();
  const double factor = basis_->shared_factor();
  const Matrix panels = panels_of(points_.side);
  const Matrix points = points_of(points_.side, weighted_);
  threads_.for_each(tiles(m, tile), [&](Index piece) {
    const Index i = piece * tile;
    const Index height = std::min(tile, m - i);
    Matrix sums = Matrix::Zero(first.back() * lanes, tiles(height, lanes));
    for (Index j = 0; j < m; j += tile) {
      pair_tiles::accumulate_coupled(shape, panels.col(i / lanes).data(),
                                     static_cast<std::size_t>(sums.cols()), points.col(j).data(),
                                     static_cast<std::size_t>(std::min(tile, m - j)), sums.data());
    }
    for (std::size_t c = 0; c < coupled_.size(); ++c) {
      for (const auto& [node, coefficient] : polynomial.expansion(static_cast<Index>(c))) {
        for (Index k = 0; k < coupled_[c].cols(); ++k) {
          const Index row = (first[static_cast<std::size_t>(node)] + k) * lanes;
          for (Index r = 0; r < height; ++r) {
            coupled_[c](i + r, k) += factor * coefficient * sums(row + r % lanes, r / lanes);
          }
        }
      }
    }
  });
}

Matrix TessellatedSensitivity::adjoint(const Vector& v) const {
  const Index q = basis_->size();
  const Vector on_support = support_.gather(v);
  const Matrix left = on_support.asDiagonal() * points_.monomials;
  const Vector left_total = left.colwise().sum();
  const Matrix left_corner = left.transpose() * points_.corner;

  Matrix out(2 * q, 2 * q);
  for (Index c = 0; c < basis_->box_moments().size(); ++c) {
    const Matrix& coupled = coupled_[static_cast<std::size_t>(c)];
    Matrix product(coupled.cols(), coupled.cols());
    linalg::gemm(1.0, left.leftCols(coupled.cols()), Transpose::yes, coupled, Transpose::no, 0.0,
                 product);
    for (const auto& [g, h] : basis_->moments()[static_cast<std::size_t>(c)].pairs) {
      const auto& row = basis_->groups()[static_cast<std::size_t>(g)];
      const auto& column = basis_->groups()[static_cast<std::size_t>(h)];
      const Matrix both = product.topLeftCorner(row.size, column.size);
      const Matrix left_only =
          left_corner.col(c).head(row.size) * total_.head(column.size).transpose();
      const Matrix right_only =
          left_total.head(row.size) * corner_total_.col(c).head(column.size).transpose();
      const Matrix all = basis_->box_moments()(c) * left_total.head(row.size) *
                         total_.head(column.size).transpose();
      const auto block = [&](Index i, Index j) {
        return out.block(i + row.first, j + column.first, row.size, column.size);
      };
      block(0, 0) = both;
      block(0, q) = left_only - both;
      block(q, 0) = right_only - both;
      block(q, q) = all - left_only - right_only + both;
    }
  }
  return finished(out);
}

void TessellatedSensitivity::fill(Index i, Matrix& N) const {
  const Index q = basis_->size();
  Matrix value(basis_->monomials(), 4);  // what z is multiplied by, in the four blocks
  for (Index c = 0; c < basis_->box_moments().size(); ++c) {
    const Matrix& coupled = coupled_[static_cast<std::size_t>(c)];
    const double corner = points_.corner(i, c);
    for (Index k = 0; k < coupled.cols(); ++k) {
      const double both = coupled(i, k);
      const double left_only = corner * total_(k);
      const double right_only = corner_total_(k, c);
      value(k, 0) = both;
      value(k, 1) = left_only - both;
      value(k, 2) = right_only - both;
      value(k, 3) = basis_->box_moments()(c) * total_(k) - left_only - right_only + both;
    }
    for (const auto& [g, h] : basis_->moments()[static_cast<std::size_t>(c)].pairs) {
      const auto& row = basis_->groups()[static_cast<std::size_t>(g)];
      const auto& column = basis_->groups()[static_cast<std::size_t>(h)];
      for (Index k = 0; k < column.size; ++k) {
        for (Index r = 0; r < row.size; ++r) {
          const double z = points_.monomials(i, r);
          N(row.first + r, column.first + k) = z * value(k, 0);
          N(row.first + r, q + column.first + k) = z * value(k, 1);
          N(q + row.first + r, column.first + k) = z * value(k, 2);
          N(q + row.first + r, q + column.first + k) = z * value(k, 3);
        }
      }
    }
  }
}

Matrix TessellatedSensitivity::jacobian(const std::vector<Index>& rows) const {
  constexpr Index height = 64;
  const auto count = static_cast<Index>(rows.size());
  const Index s = 2 * basis_->size();
  Matrix out(count, feasible_set_.dimension());
  threads_.for_each(tiles(count, height), [&](Index piece) {
    const Index begin = piece * height;
    const Index end = std::min(count, begin + height);
    Matrix N(s, s);
    // One row of the Jacobian a column, so that memory is written in order.
    Matrix transposed(out.cols(), end - begin);
    for (Index r = begin; r < end; ++r) {
      fill(support_.position(rows[static_cast<std::size_t>(r)]), N);
      double* entry = transposed.col(r - begin).data();  // as FeasibleSet::to_vector orders them
      for (Index j = 0; j < s; ++j) {
        const double scale = function_scale_(j) / std::numbers::sqrt2;
        *entry++ = function_scale_(j) * function_scale_(j) * N(j, j);
        for (Index i = j + 1; i < s; ++i) {
          *entry++ = scale * function_scale_(i) * (N(i, j) + N(j, i));
        }
      }
    }
    const auto stride = static_cast<std::size_t>(count);
    linalg::transpose(transposed.data(), static_cast<std::size_t>(transposed.rows()),
                      static_cast<std::size_t>(transposed.rows()),
                      static_cast<std::size_t>(end - begin), out.data() + begin, stride);
  });
  return out;
}

std::unique_ptr<FactorMap> TessellatedSensitivity::factor_map(
    const std::vector<Index>& rows) const {
  if (coupled_.size() != 1) return Sensitivity::factor_map(rows);
  std::vector<Index> positions;
  positions.reserve(rows.size());
  for (const Index row : rows) positions.push_back(support_.position(row));
  return std::make_unique<TessellatedFactorMap>(TessellatedFactorMap::Parts{
      .monomials = points_.monomials(positions, Eigen::all),
      .coupled = coupled_.front()(positions, Eigen::all),
      .corner = points_.corner.col(0)(positions),
      .total = total_,
      .corner_total = corner_total_.col(0),
      .box = basis_->box_moments()(0),
      .function_scale = function_scale_,
  });
}

}  // namespace tkl
