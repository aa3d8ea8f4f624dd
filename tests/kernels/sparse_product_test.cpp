#include "kernels/sparse_product.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

/// The definition: Σ_j v_j Π_l min(side_l(x), side_l(y_j)) (Bφ(x)·φ(y_j)).
Vector by_definition(const Matrix& x_sides, const Matrix& coupled, const Matrix& y_sides,
                     const Matrix& monomials, const Vector& v) {
  Vector out = Vector::Zero(x_sides.rows());
  for (Index i = 0; i < x_sides.rows(); ++i) {
    for (Index j = 0; j < y_sides.cols(); ++j) {
      const double volume = x_sides.row(i).transpose().cwiseMin(y_sides.col(j)).prod();
      const double sum = coupled(i, 0) + coupled.row(i).tail(monomials.rows()) * monomials.col(j);
      out(i) += v(j) * volume * sum;
    }
  }
  return out;
}

TEST(SparseProduct, IsTheSumOverAllPairs) {
  Random random(3);
  const Matrix values = testing::mostly_zero(random, testing::uniform_matrix(random, 9, 150, 0, 1));
  const Matrix y_sides = 0.8 - 0.5 * values.array();
  const Vector v = testing::normal_vector(random, 150);
  const SparseProduct product(y_sides, values, v);
  EXPECT_TRUE(product.is_worthwhile());

  Matrix x_sides = testing::uniform_matrix(random, 37, 9, 0.2, 1.0);
  x_sides(4, 2) = 0.0;
  x_sides(5, 3) = 1e-310;
  const Matrix coupled = testing::normal_matrix(random, 37, 10);
  const Vector expected = by_definition(x_sides, coupled, y_sides, values, v);
  const Vector sums = product(x_sides, coupled);
  EXPECT_LE((sums - expected).cwiseAbs().maxCoeff(), 1e-14 * expected.cwiseAbs().maxCoeff());
  EXPECT_EQ(sums(4), 0.0);
  for (const Index i : {0, 16, 36}) {
    EXPECT_EQ(product(x_sides.row(i), coupled.row(i))(0), sums(i));
  }
}

TEST(SparseProduct, IsNotWorthwhileWhereAllFeaturesCount) {
  Random random(4);
  const Matrix values = testing::uniform_matrix(random, 9, 150, 0.0, 1.0);
  const Vector v = testing::normal_vector(random, 150);
  EXPECT_FALSE(SparseProduct(1.0 - 0.5 * values.array(), values, v).is_worthwhile());
}

}  // namespace
}  // namespace tkl
