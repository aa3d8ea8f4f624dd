#include "kernels/tessellated_sensitivity.hpp"

#include <algorithm>

#include "kernels/corner_tile.hpp"
#include "linalg/dense.hpp"

namespace tkl {

using linalg::Transpose;

TessellatedSensitivity::TessellatedSensitivity(std::shared_ptr<const TessellatedBasis> basis,
                                               const FeasibleSet& feasible_set,
                                               const Vector& function_scale, const Vector& w,
                                               const Matrix& x, const Threads& threads)
    : basis_(std::move(basis)),
      feasible_set_(feasible_set),
      function_scale_(function_scale),
      support_(w) {
  points_ = basis_->prepare(support_.gather(x));
  weighted_ = support_.gather(w).asDiagonal() * points_.monomials;
  total_ = weighted_.colwise().sum();
  corner_total_ = weighted_.transpose() * points_.corner;
  couple(threads);
}

Matrix TessellatedSensitivity::finished(const Matrix& N) const {
  const auto scale = function_scale_.asDiagonal();
  return 0.5 * (scale * (N + N.transpose()) * scale);
}

void TessellatedSensitivity::couple(const Threads& threads) {
  const Index m = support_.size();
  for (const auto& moment : basis_->moments()) coupled_.emplace_back(m, moment.columns);
  threads.for_each((m + CornerTile::rows - 1) / CornerTile::rows, [&](Index piece) {
    CornerTile tile(*basis_);
    const Index i = piece * CornerTile::rows;
    const Index height = std::min(CornerTile::rows, m - i);
    for (Index j = 0; j < m; j += CornerTile::columns) {
      const Index width = std::min(CornerTile::columns, m - j);
      tile.load(points_, i, height, points_, j, width);
      for (std::size_t c = 0; c < coupled_.size(); ++c) {
        linalg::gemm(1.0, tile.corner(static_cast<Index>(c)), Transpose::no,
                     weighted_.block(j, 0, width, coupled_[c].cols()), Transpose::no,
                     j == 0 ? 0.0 : 1.0, coupled_[c].middleRows(i, height));
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

Matrix TessellatedSensitivity::jacobian(const std::vector<Index>& rows) const {
  const Index q = basis_->size();
  Matrix out(static_cast<Index>(rows.size()), feasible_set_.dimension());
  Matrix N(2 * q, 2 * q);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const Index i = support_.position(rows[r]);
    for (Index c = 0; c < basis_->box_moments().size(); ++c) {
      const Vector both = coupled_[static_cast<std::size_t>(c)].row(i);
      const auto total = total_.head(both.size());
      const Vector left_only = points_.corner(i, c) * total;
      const Vector right_only = corner_total_.col(c).head(both.size());
      for (const auto& [g, h] : basis_->moments()[static_cast<std::size_t>(c)].pairs) {
        const auto& row = basis_->groups()[static_cast<std::size_t>(g)];
        const auto& column = basis_->groups()[static_cast<std::size_t>(h)];
        const Vector z = points_.monomials.row(i).head(row.size);
        const auto set = [&](Index top, Index left, const Vector& value) {
          N.block(top + row.first, left + column.first, row.size, column.size) =
              z * value.head(column.size).transpose();
        };
        set(0, 0, both);
        set(0, q, left_only - both);
        set(q, 0, right_only - both);
        set(q, q, basis_->box_moments()(c) * total - left_only - right_only + both);
      }
    }
    out.row(static_cast<Index>(r)) = feasible_set_.to_vector(finished(N)).transpose();
  }
  return out;
}

}  // namespace tkl
