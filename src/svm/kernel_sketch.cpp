#include "svm/kernel_sketch.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Eigenvalues>

#include "linalg/dense.hpp"
#include "linalg/parallel.hpp"
#include "svm/spread_rows.hpp"

namespace tkl {

namespace {

/// G⁻¹K_LR, without what K has of a ridge.
Eigen::MatrixXf features(const KernelMatrix& K, const std::vector<Index>& rows, Index count) {
  const std::vector<Index> places = spread_rows(std::ssize(rows), count);
  std::vector<Index> landmarks;
  landmarks.reserve(places.size());
  for (const Index place : places) landmarks.push_back(rows[static_cast<std::size_t>(place)]);
  Eigen::MatrixXf phi = K.cross(landmarks, rows);
  Matrix gram = K.block(landmarks);
  for (Index k = 0; k < count; ++k) {
    const double ridge = K.ridge(landmarks[static_cast<std::size_t>(k)]);
    gram(k, k) -= ridge;
    phi(k, places[static_cast<std::size_t>(k)]) -= static_cast<float>(ridge);
  }
  // Rounding in single precision is amplified by what is small in G.
  const double mean = gram.diagonal().cwiseAbs().mean();
  for (double share = 1e-6; share < 1.0; share *= 10.0) {
    Matrix factor = gram;
    factor.diagonal().array() += share * mean;
    if (!linalg::parallel_cholesky(factor, K.threads())) continue;
    const Eigen::MatrixXf single = factor.cast<float>();
    linalg::parallel_solve_lower(single, phi, K.threads());
    return phi;
  }
  return Eigen::MatrixXf::Zero(count, std::ssize(rows));
}

}  // namespace

KernelSketch::KernelSketch(const KernelMatrix& K, const std::vector<Index>& rows, double shift,
                           Index landmarks)
    : positions_(rows.size()),
      phi_(features(K, rows, std::min(landmarks, std::ssize(rows))), K.threads()) {
  std::iota(positions_.begin(), positions_.end(), Index{0});
  const Vector diagonal = K.diagonal()(rows).array() + shift;
  Vector rest = diagonal - phi_.squared_norms(positions_);
  // Where landmarks explain all, some must be left, or the inverse would explode there.
  constexpr double least_share = 0.3;
  const double least = std::max(least_share * rest.cwiseMax(0.0).mean(), 1e-11 * diagonal.mean());
  rest = rest.cwiseMax(least);
  if (!rest.allFinite() || !(least > 0.0)) return;
  inverse_diagonal_ = rest.cwiseInverse();
  factor_ = Matrix::Identity(phi_.rows(), phi_.rows());
  Vector unused = Vector::Zero(phi_.rows());
  phi_.add_weighted_square(positions_, inverse_diagonal_, factor_, unused);
  valid_ = linalg::parallel_cholesky(factor_, K.threads());
}

Vector KernelSketch::solve(const Vector& r) const {
  const Vector scaled = inverse_diagonal_.cwiseProduct(r);
  Matrix u = phi_.times(positions_, scaled);
  linalg::solve_lower(factor_, u);
  linalg::solve_lower_transposed(factor_, u);
  return scaled - inverse_diagonal_.cwiseProduct(phi_.transposed_times(positions_, u.col(0)));
}

Vector KernelSketch::times_centred(const Vector& v) const {
  const Vector of_ones = solve(Vector::Ones(v.size()));
  return solve(v) - (of_ones.dot(v) / of_ones.sum()) * of_ones;
}

Matrix KernelSketch::project(const Matrix& J) const {
  Matrix out(phi_.rows(), J.cols());
  for (Index k = 0; k < J.cols(); ++k) {
    out.col(k) = phi_.times(positions_, inverse_diagonal_.cwiseProduct(J.col(k)));
  }
  linalg::solve_lower(factor_, out);
  return out;
}

Matrix KernelSketch::root_of_square(const Matrix& J) const {
  Matrix bordered(J.rows(), J.cols() + 1);
  bordered << J, Vector::Ones(J.rows());
  const Matrix projected = project(bordered);
  const Matrix square = bordered.transpose() * inverse_diagonal_.asDiagonal() * bordered -
                        projected.transpose() * projected;
  const Index n = J.cols();
  const Vector ones = square.col(n).head(n);
  const Matrix of_S = square.topLeftCorner(n, n) - ones * ones.transpose() / square(n, n);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(of_S);
  return eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal() *
         eigen.eigenvectors().transpose();
}

}  // namespace tkl
