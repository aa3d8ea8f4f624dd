#include "select/ridge.hpp"

#include <limits>
#include <utility>

#include "linalg/dense.hpp"

namespace tkl {

using linalg::Transpose;

RidgePath::RidgePath(Matrix K, const Matrix& Y, const Vector& weights, const std::vector<int>& fold)
    : vectors_(std::move(K)),
      y_(Y),
      root_(weights.size() == 0 ? Vector::Ones(Y.rows()) : Vector(weights.cwiseSqrt())) {
  vectors_ = root_.asDiagonal() * vectors_ * root_.asDiagonal();
  values_ = linalg::eigen_symmetric(vectors_).cwiseMax(0.0);
  target_ = vectors_.transpose() * (root_.asDiagonal() * y_);
  ones_ = vectors_.transpose() * root_;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    const auto k = static_cast<std::size_t>(fold[i]);
    if (k >= folds_.size()) folds_.resize(k + 1);
    folds_[k].rows.push_back(static_cast<Index>(i));
  }
  for (Fold& one : folds_) {
    one.part = root_(one.rows).asDiagonal() * vectors_(one.rows, Eigen::all);
  }
}

RidgePath::Fit RidgePath::fit(double ridge) const {
  // A⁻¹ = √W U (Λ + ridge)⁻¹ Uᵀ √W
  const Vector inverse = (values_.array() + ridge).inverse();
  const Vector of_ones = root_.cwiseProduct(vectors_ * inverse.cwiseProduct(ones_));
  const double sum = of_ones.sum();
  Fit fit;
  fit.alpha = root_.asDiagonal() * (vectors_ * (inverse.asDiagonal() * target_));
  fit.alpha -= of_ones * (fit.alpha.colwise().sum() / sum);

  fit.held_out = y_;
  const Vector root_of_inverse = inverse.cwiseSqrt();
  for (const auto& [rows, part] : folds_) {
    const auto size = static_cast<Index>(rows.size());
    const Matrix half = part * root_of_inverse.asDiagonal();
    Matrix block(size, size);
    linalg::gemm(1.0, half, Transpose::no, half, Transpose::yes, 0.0, block);
    block -= of_ones(rows) * of_ones(rows).transpose() / sum;
    Matrix residual = fit.alpha(rows, Eigen::all);
    if (linalg::cholesky(block)) {
      linalg::solve_lower(block, residual);
      linalg::solve_lower_transposed(block, residual);
    } else {
      residual.setConstant(std::numeric_limits<double>::infinity());
    }
    fit.held_out(rows, Eigen::all) -= residual;
  }
  return fit;
}

}  // namespace tkl
