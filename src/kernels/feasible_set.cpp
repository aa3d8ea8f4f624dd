#include "tkl/feasible_set.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include <Eigen/Eigenvalues>

#include "linalg/largest_eigenpair.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

/// The point of { λ ≥ floor, Σλ = total } nearest to `values`: a common shift, then a cut.
Vector project_on_simplex(const Vector& values, double floor, double total) {
  const Index size = values.size();
  const double mass = total - floor * static_cast<double>(size);
  Vector sorted = values.array() - floor;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0.0;
  double shift = 0.0;
  for (Index k = 0; k < size; ++k) {
    sum += sorted(k);
    const double candidate = (sum - mass) / static_cast<double>(k + 1);
    if (k > 0 && sorted(k) <= candidate) break;
    shift = candidate;
  }
  return ((values.array() - floor - shift).max(0.0) + floor).matrix();
}

Matrix symmetric_part(const Matrix& a) { return 0.5 * (a + a.transpose()); }

}  // namespace

FeasibleSet::FeasibleSet(Shape shape, Index size, double tau)
    : shape_(shape), size_(size), tau_(tau) {
  if (size < 1) throw Error("a kernel family needs at least one basis function");
  if (!(tau >= 0.0 && tau <= 1.0)) {
    throw Error("tau must lie between 0 (P learned freely) and 1 (P stays the identity), not " +
                format_number(tau));
  }
}

Index FeasibleSet::dimension() const {
  return shape_ == Shape::diagonal ? size_ : size_ * (size_ + 1) / 2;
}

Matrix FeasibleSet::start() const {
  if (shape_ == Shape::diagonal) return Matrix::Ones(size_, 1);
  return Matrix::Identity(size_, size_);
}

FeasibleSet::Maximum FeasibleSet::maximise(const Matrix& D) const {
  const double s = static_cast<double>(size_);
  if (shape_ == Shape::diagonal) {
    Index best = 0;
    const double largest = D.col(0).maxCoeff(&best);
    Matrix P = Matrix::Constant(size_, 1, tau_);
    P(best, 0) += (1.0 - tau_) * s;
    return {std::move(P), tau_ * D.sum() + (1.0 - tau_) * s * largest};
  }
  const linalg::Eigenpair top = linalg::largest_eigenpair(D);
  const Vector v = std::sqrt((1.0 - tau_) * s) * top.vector;
  Matrix P = v * v.transpose();
  P.diagonal().array() += tau_;
  return {std::move(P), tau_ * D.trace() + (1.0 - tau_) * s * top.value};
}

Matrix FeasibleSet::project(const Matrix& A) const {
  const double s = static_cast<double>(size_);
  if (shape_ == Shape::diagonal) return project_on_simplex(A, tau_, s);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(symmetric_part(A));
  const Matrix& v = eigen.eigenvectors();
  return symmetric_part(v * project_on_simplex(eigen.eigenvalues(), tau_, s).asDiagonal() *
                        v.transpose());
}

bool FeasibleSet::contains(const Matrix& P, double tolerance) const {
  const double s = static_cast<double>(size_);
  const Index columns = shape_ == Shape::diagonal ? 1 : size_;
  if (P.rows() != size_ || P.cols() != columns || !P.allFinite()) return false;
  if (shape_ == Shape::diagonal) {
    return P.minCoeff() >= tau_ - tolerance && std::abs(P.sum() - s) <= tolerance * s;
  }
  if ((P - P.transpose()).cwiseAbs().maxCoeff() > tolerance) return false;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(P, Eigen::EigenvaluesOnly);
  return eigen.eigenvalues()(0) >= tau_ - tolerance && std::abs(P.trace() - s) <= tolerance * s;
}

Vector FeasibleSet::to_vector(const Matrix& P) const {
  if (shape_ == Shape::diagonal) return P.col(0);
  Vector vector(dimension());
  Index k = 0;
  for (Index j = 0; j < size_; ++j) {
    vector(k++) = P(j, j);
    for (Index i = j + 1; i < size_; ++i) vector(k++) = std::numbers::sqrt2 * P(i, j);
  }
  return vector;
}

Matrix FeasibleSet::from_vector(const Vector& vector) const {
  if (shape_ == Shape::diagonal) return vector;
  Matrix P(size_, size_);
  Index k = 0;
  for (Index j = 0; j < size_; ++j) {
    P(j, j) = vector(k++);
    for (Index i = j + 1; i < size_; ++i) P(j, i) = P(i, j) = vector(k++) / std::numbers::sqrt2;
  }
  return P;
}

}  // namespace tkl
