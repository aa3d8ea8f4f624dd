#include "learn/square_root.hpp"

#include <Eigen/Eigenvalues>

namespace tkl {

Matrix square_root(const FeasibleSet& set, const Matrix& P) {
  const double tau = set.tau();
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    return ((P.array() - tau).max(0.0) / (1.0 - tau)).sqrt();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(P);
  const Vector roots = ((eigen.eigenvalues().array() - tau).max(0.0) / (1.0 - tau)).sqrt();
  return eigen.eigenvectors() * roots.asDiagonal();
}

Matrix parameter(const FeasibleSet& set, const Matrix& U) {
  const double tau = set.tau();
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    return (tau + (1.0 - tau) * U.array().square()).matrix();
  }
  Matrix P = (1.0 - tau) * U * U.transpose();
  P.diagonal().array() += tau;
  return 0.5 * (P + P.transpose());
}

}  // namespace tkl
