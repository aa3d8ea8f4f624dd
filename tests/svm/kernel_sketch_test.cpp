#include "svm/kernel_sketch.hpp"

#include <numeric>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

/// A kernel matrix of low rank on top of a diagonal, which a sketch has exactly.
struct LowRankProblem {
  Random random{81};
  Matrix K;
  Vector ridge = Vector::Constant(200, 0.7);
  Matrix J = testing::normal_matrix(random, 200, 4);
  std::vector<Index> rows = std::vector<Index>(200);

  LowRankProblem() {
    const Matrix factor = testing::normal_matrix(random, 200, 5);
    K = factor * factor.transpose();
    std::iota(rows.begin(), rows.end(), Index{0});
  }
  Matrix with_ridge() const { return K + Matrix(ridge.asDiagonal()); }
};

TEST(KernelSketch, HasTheInverseOfAMatrixOfLowRankAndItsRidge) {
  const LowRankProblem problem;
  const DenseKernel dense(problem.K, Threads(2));
  const RidgedKernel kernel(dense, problem.ridge);
  const KernelSketch sketch(kernel, problem.rows, 0.0, 40);
  ASSERT_TRUE(sketch.is_valid());
  const Vector r = problem.J.col(0);
  const Vector truth = kernel.block(problem.rows).fullPivLu().solve(r);
  EXPECT_LE((sketch.solve(r) - truth).norm(), 1e-3 * truth.norm());
}

TEST(KernelSketch, HasTheRootOfTheSquareOnTheNullSpaceOfTheConstraint) {
  const LowRankProblem problem;
  const DenseKernel dense(problem.K, Threads(1));
  const RidgedKernel kernel(dense, problem.ridge);
  const KernelSketch sketch(kernel, problem.rows, 0.0, 40);
  const Matrix inverse = problem.with_ridge().inverse();
  const Vector ones = inverse.rowwise().sum();
  const Matrix S = inverse - ones * ones.transpose() / ones.sum();
  const Matrix truth = problem.J.transpose() * S * problem.J;
  const Matrix X = sketch.root_of_square(problem.J);
  EXPECT_LE((X.transpose() * X - truth).norm(), 1e-3 * truth.norm());
}

TEST(KernelSketch, IsTheSameForAnyNumberOfThreads) {
  Random random(83);
  const Matrix K = testing::matrix_of_condition(random, 150, 1e5);
  const Vector r = testing::normal_vector(random, 150);
  std::vector<Index> rows(150);
  std::iota(rows.begin(), rows.end(), Index{0});
  const DenseKernel one(K, Threads(1));
  const DenseKernel three(K, Threads(3));
  EXPECT_EQ(KernelSketch(one, rows, 0.1, 30).solve(r), KernelSketch(three, rows, 0.1, 30).solve(r));
}

TEST(KernelSketch, SaysThatAMatrixIsNotFinite) {
  Matrix K = Matrix::Identity(20, 20);
  K(3, 3) = std::numeric_limits<double>::quiet_NaN();
  const DenseKernel kernel(K, Threads(1));
  std::vector<Index> rows(20);
  std::iota(rows.begin(), rows.end(), Index{0});
  EXPECT_FALSE(KernelSketch(kernel, rows, 0.0, 5).is_valid());
}

}  // namespace
}  // namespace tkl
