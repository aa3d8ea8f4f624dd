#include "svm/face.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(FreeRows, AreThoseStrictlyBetweenBoundsAndKinks) {
  const Vector w = (Vector(5) << 0.0, 1.0, -1.0, 0.5, -0.5).finished();
  const SvmProblem kinked = SvmProblem::regression(Vector::Zero(5), Vector::Ones(5), 0.1);
  EXPECT_EQ(free_rows(kinked, w), (std::vector<Index>{3, 4}));
  const SvmProblem smooth = SvmProblem::regression(Vector::Zero(5), Vector::Ones(5), 0.0);
  EXPECT_EQ(free_rows(smooth, w), (std::vector<Index>{0, 3, 4}));
  EXPECT_EQ(free_support(kinked, w), (std::vector<Index>{3, 4}));
  EXPECT_EQ(free_support(smooth, w), (std::vector<Index>{3, 4}));
}

/// S = A⁻¹ - A⁻¹11ᵀA⁻¹ / (1ᵀA⁻¹1), as it is written.
Matrix solution_operator(const Matrix& A) {
  const Matrix inverse = A.inverse();
  const Vector ones = inverse.rowwise().sum();
  return inverse - ones * ones.transpose() / ones.sum();
}

Matrix whitened(const Matrix& K, const std::vector<Index>& rows, const Matrix& J, int threads = 1) {
  return FaceSystem(DenseKernel(K, Threads(threads)), rows).whiten(J);
}

double largest(const Matrix& A) { return A.cwiseAbs().maxCoeff(); }

TEST(FaceSystem, WhitenIsARootOfTheSolutionOperator) {
  Random random(332);
  const Matrix K = testing::psd_matrix(random, 12, 12) + Matrix::Identity(12, 12);
  const std::vector<Index> rows{0, 2, 3, 5, 7, 11};
  const Matrix S = solution_operator(K(rows, rows));
  const Matrix J = testing::normal_matrix(random, 6, 4);
  const Matrix X = whitened(K, rows, J);
  EXPECT_LE(largest(X.transpose() * X - J.transpose() * S * J), 1e-11);
}

TEST(FaceSystem, RepeatedRowsCountOnce) {
  Random random(333);
  const Matrix G = testing::psd_matrix(random, 5, 5) + Matrix::Identity(5, 5);
  const std::vector<Index> twice{0, 1, 2, 3, 4, 0, 1};
  const Matrix K = G(twice, twice);
  const Matrix J = testing::normal_matrix(random, 5, 3);
  const Matrix X = whitened(K, {0, 1, 2, 3, 4, 5, 6}, J(twice, Eigen::all));
  EXPECT_LE(largest(X.transpose() * X - J.transpose() * solution_operator(G) * J), 1e-9);
}

TEST(FaceSystem, SmallEigenvaluesAreKept) {
  // In single precision nothing would be left of the half of S that counts most.
  Random random(336);
  const Index size = 40;
  const Matrix Q = testing::orthogonal_matrix(random, size);
  const Vector eigenvalues = Vector::LinSpaced(size, 0.0, -9.0).unaryExpr([](double exponent) {
    return std::pow(10.0, exponent);
  });
  const Matrix K = testing::symmetrised(Q * eigenvalues.asDiagonal() * Q.transpose());
  std::vector<Index> rows(static_cast<std::size_t>(size));
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix X = whitened(K, rows, Matrix::Identity(size, size));
  const Matrix inverse = Q * eigenvalues.cwiseInverse().asDiagonal() * Q.transpose();
  const Vector ones = inverse.rowwise().sum();
  const Matrix S = inverse - ones * ones.transpose() / ones.sum();
  EXPECT_LE(largest(X.transpose() * X - S), 1e-3 * largest(S));
}

TEST(FaceSystem, IsTheSameForAnyNumberOfThreads) {
  Random random(337);
  const Index size = 400;  // more than one tile
  const Matrix K = testing::psd_matrix(random, size, size) + Matrix::Identity(size, size);
  const Matrix J = testing::normal_matrix(random, size, 130);
  std::vector<Index> rows(static_cast<std::size_t>(size));
  std::iota(rows.begin(), rows.end(), Index{0});
  const Matrix alone = whitened(K, rows, J);
  for (const int count : {2, 3}) {
    EXPECT_TRUE(whitened(K, rows, J, count) == alone) << count << " threads";
  }
}

}  // namespace
}  // namespace tkl
