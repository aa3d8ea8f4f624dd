#include "linalg/largest_eigenpair.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/Eigenvalues>

#include "linalg/dense.hpp"

namespace tkl::linalg {

namespace {

Eigenpair of_all(const Matrix& A) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(A);
  return {eigen.eigenvalues().tail(1)(0), eigen.eigenvectors().rightCols(1)};
}

/// Lanczos' method with complete reorthogonalisation, until the residual of the largest Ritz pair is
/// small; the error of its value is of second order in that. Nothing if it takes too many steps.
std::optional<Eigenpair> lanczos(const Matrix& A) {
  constexpr Index most_steps = 72;
  constexpr Index check_every = 8;
  constexpr double accuracy = 1e-8;
  Matrix basis(A.rows(), most_steps + 1);
  Matrix projected = Matrix::Zero(most_steps, most_steps);  // tridiagonal
  Index largest = 0;
  A.diagonal().maxCoeff(&largest);
  basis.col(0) = A.col(largest).normalized();
  for (Index k = 0; k < most_steps; ++k) {
    Vector next = A * basis.col(k);
    projected(k, k) = basis.col(k).dot(next);
    for (int twice = 0; twice < 2; ++twice) {
      next -= basis.leftCols(k + 1) * (basis.leftCols(k + 1).transpose() * next).eval();
    }
    const double length = next.norm();
    const bool exhausted = !(length > 1e-14 * std::abs(projected(0, 0)));
    if (exhausted || (k + 1) % check_every == 0) {
      const Eigen::SelfAdjointEigenSolver<Matrix> ritz(projected.topLeftCorner(k + 1, k + 1));
      const double value = ritz.eigenvalues()(k);
      const Vector vector = ritz.eigenvectors().col(k);
      if (exhausted || length * std::abs(vector(k)) <= accuracy * std::abs(value)) {
        return Eigenpair{value, (basis.leftCols(k + 1) * vector).normalized()};
      }
    }
    if (k + 1 < most_steps) projected(k, k + 1) = projected(k + 1, k) = length;
    basis.col(k + 1) = next / length;
  }
  return std::nullopt;
}

/// Whether all eigenvalues of A are below the bound: what is left has a Cholesky factor.
bool is_bound(const Matrix& A, double bound) {
  Matrix rest = -A;
  rest.diagonal().array() += bound;
  return cholesky(rest);
}

}  // namespace

Eigenpair largest_eigenpair(const Matrix& A) {
  constexpr Index small = 40;
  if (A.rows() <= small || !(A.norm() > 0.0)) return of_all(A);
  if (auto pair = lanczos(A)) {
    // Lanczos' method may have missed an eigenvalue; a factor of the difference proves that it has not.
    const double bound = pair->value + 1e-12 * A.norm();
    if (is_bound(A, bound)) return {bound, std::move(pair->vector)};
  }
  return of_all(A);
}

}  // namespace tkl::linalg
