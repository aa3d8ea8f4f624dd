#include "linalg/symmetric_single.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl::linalg {
namespace {

using testing::Random;

SymmetricSingle compact(const Matrix& A, int threads) {
  return {A.rows(),
          [&](SymmetricSingle::Range rows, SymmetricSingle::Range columns) -> Eigen::MatrixXf {
            return A.block(rows.first, columns.first, rows.count, columns.count).cast<float>();
          },
          Threads(threads)};
}

Matrix symmetric(Random& random, Index size) {
  const Matrix half = testing::uniform_matrix(random, size, size);
  return half + half.transpose();
}

TEST(SymmetricSingle, ProductsAreThoseOfTheWholeMatrix) {
  Random random(5);
  // Less than a panel, a panel, some panels, and more rows than a piece has.
  for (const Index size : {1, 31, 256, 700, 2700}) {
    SCOPED_TRACE(size);
    const Matrix A = symmetric(random, size);
    const Vector x = testing::normal_vector(random, size);
    const Vector product = compact(A, 2).times(x);
    const double largest = (A.cwiseAbs() * x.cwiseAbs()).maxCoeff();
    EXPECT_LE((product - A * x).cwiseAbs().maxCoeff(), 1e-6 * largest);
  }
}

TEST(SymmetricSingle, ProductsDoNotDependOnThreads) {
  Random random(6);
  const Matrix A = symmetric(random, 900);
  const Vector x = testing::normal_vector(random, 900);
  const Vector product = compact(A, 1).times(x);
  EXPECT_EQ(compact(A, 2).times(x), product);
  EXPECT_EQ(compact(A, 5).times(x), product);
}

TEST(SymmetricSingle, NumbersMayBeOfAnySize) {
  Random random(7);
  const Matrix A = symmetric(random, 300);
  const Vector x = testing::normal_vector(random, 300);
  const SymmetricSingle copy = compact(A, 1);
  EXPECT_LE((copy.times(1e100 * x) / 1e100 - copy.times(x)).norm(), 1e-6 * copy.times(x).norm());
  EXPECT_TRUE(copy.times(Vector::Zero(300)).isZero());
}

}  // namespace
}  // namespace tkl::linalg
