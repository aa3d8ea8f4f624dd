#include "linalg/largest_eigenpair.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using linalg::Eigenpair;
using linalg::largest_eigenpair;

void expect_largest(const Matrix& A) {
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(A, Eigen::EigenvaluesOnly);
  const double largest = eigen.eigenvalues().tail(1)(0);
  const Eigenpair pair = largest_eigenpair(A);
  const double size = A.norm() + 1e-300;
  EXPECT_NEAR(pair.value, largest, 1e-11 * size);
  EXPECT_GE(pair.value, largest - 1e-13 * size) << "a bound must not be too small";
  EXPECT_NEAR(pair.vector.norm(), 1.0, 1e-12);
  EXPECT_LE((A * pair.vector - pair.value * pair.vector).norm(), 1e-6 * size);
}

TEST(LargestEigenpair, AgreesWithAllEigenvalues) {
  testing::Random random(3);
  for (const Index size : {1, 2, 5, 39, 41, 64, 130}) {
    expect_largest(testing::symmetric_matrix(random, size));
    expect_largest(testing::psd_matrix(random, size, std::max<Index>(1, size / 3)));
    expect_largest(testing::matrix_of_condition(random, size, 1e10));
    expect_largest(-testing::matrix_of_condition(random, size, 1e3));
    expect_largest(Matrix::Identity(size, size));
    expect_largest(Matrix::Zero(size, size));
  }
}

/// Several eigenvalues at the top, as at an optimum, and one that the start does not see.
TEST(LargestEigenpair, FindsWhatStandsTogetherOrApart) {
  testing::Random random(4);
  const Matrix Q = testing::orthogonal_matrix(random, 90);
  Vector values = Vector::LinSpaced(90, 0.0, 1.0);
  values.tail(4).setConstant(2.0);
  expect_largest(testing::symmetrised(Q * values.asDiagonal() * Q.transpose()));

  Matrix apart = Matrix::Zero(80, 80);
  apart.topLeftCorner(40, 40) = testing::psd_matrix(random, 40, 40);
  apart.topLeftCorner(40, 40).diagonal().array() += 1.0;
  // The other block has a smaller diagonal and a larger eigenvalue.
  apart.bottomRightCorner(40, 40).setConstant(0.9);
  expect_largest(apart);
}

}  // namespace
}  // namespace tkl
