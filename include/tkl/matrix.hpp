#pragma once

#include <Eigen/Core>

namespace tkl {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;

/// Column-major. A set of points is one point a row, so that each feature is contiguous in memory:
/// the kernels run over many points at once, feature by feature.
using Matrix = Eigen::MatrixXd;

/// <A, B> = Σ_ij A_ij B_ij, the inner product of symmetric matrices and of vectors alike.
inline double inner_product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

}  // namespace tkl
