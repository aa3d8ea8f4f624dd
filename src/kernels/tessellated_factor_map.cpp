#include "kernels/tessellated_factor_map.hpp"

#include "linalg/dense.hpp"

namespace tkl {

using linalg::Transpose;

namespace {

Matrix product(const Matrix& a, Transpose transpose_a, const Matrix& b) {
  Matrix out(transpose_a == Transpose::yes ? a.cols() : a.rows(), b.cols());
  linalg::gemm(1.0, a, transpose_a, b, Transpose::no, 0.0, out);
  return out;
}

}  // namespace

Vector TessellatedFactorMap::values(const Matrix& U) {
  const Index r = U.cols();
  const Matrix scaled = parts_.function_scale.asDiagonal() * U;
  Matrix halves(q(), 2 * r);  // [U₁ U₂]
  halves << scaled.topRows(q()), scaled.bottomRows(q());
  const Matrix z = product(parts_.monomials, Transpose::no, halves);
  const Matrix a = product(parts_.coupled, Transpose::no, halves);
  const Eigen::RowVectorXd s = parts_.total.transpose() * halves.rightCols(r);
  const Eigen::RowVectorXd u =
      parts_.corner_total.transpose() * (halves.leftCols(r) - halves.rightCols(r));

  inside_ = z.leftCols(r);
  outside_ = z.rightCols(r);
  const Matrix below = parts_.corner * s;
  times_inside_ = a.leftCols(r) - a.rightCols(r) + below;
  times_outside_ = (u + parts_.box * s).replicate(z.rows(), 1) - times_inside_;
  return (inside_.cwiseProduct(times_inside_) + outside_.cwiseProduct(times_outside_))
      .rowwise()
      .sum();
}

Matrix TessellatedFactorMap::pull_back(const Vector& v) const {
  const Index r = inside_.cols();
  Matrix weighted(v.size(), 2 * r);
  weighted << v.asDiagonal() * times_inside_, v.asDiagonal() * times_outside_;
  const Matrix of_z = product(parts_.monomials, Transpose::yes, weighted);
  const Matrix difference = v.asDiagonal() * (inside_ - outside_);
  const Matrix of_a = product(parts_.coupled, Transpose::yes, difference);
  const Eigen::RowVectorXd of_u = v.transpose() * outside_;
  const Eigen::RowVectorXd of_s =
      v.cwiseProduct(parts_.corner).transpose() * (inside_ - outside_) + parts_.box * of_u;

  Matrix out(2 * q(), r);
  out.topRows(q()) = of_z.leftCols(r) + of_a + parts_.corner_total * of_u;
  out.bottomRows(q()) = of_z.rightCols(r) - of_a - parts_.corner_total * of_u + parts_.total * of_s;
  return 0.5 * (parts_.function_scale.asDiagonal() * out);
}

}  // namespace tkl
