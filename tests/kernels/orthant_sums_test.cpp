#include "kernels/orthant_sums.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::Random;

Matrix by_pairs(const Matrix& sides, bool reflected, const Matrix& values) {
  Matrix G = Matrix::Ones(sides.rows(), sides.rows());
  for (Index i = 0; i < G.rows(); ++i) {
    for (Index j = 0; j < G.cols(); ++j) {
      for (Index l = 0; l < sides.cols(); ++l) {
        const double s = sides(i, l);
        const double t = sides(j, l);
        G(i, j) *= reflected ? 1.0 - std::abs(s - t) : std::min(s, t);
      }
    }
  }
  return G * values;
}

void expect_products(const Matrix& sides, Random& random) {
  const Matrix values = testing::normal_matrix(random, sides.rows(), 3);
  for (const bool reflected : {false, true}) {
    SCOPED_TRACE(std::to_string(sides.rows()) + " points, " + std::to_string(sides.cols()) +
                 " features, reflected " + std::to_string(static_cast<int>(reflected)));
    const OrthantSums sums(sides, reflected);
    const Matrix product = sums.times(values, Threads(1));
    const Matrix truth = by_pairs(sides, reflected, values);
    EXPECT_LE((product - truth).norm(), 1e-12 * truth.norm() * std::sqrt(sides.rows()));
    EXPECT_EQ(product, sums.times(values, Threads(3)));
  }
}

TEST(OrthantSums, AreProductsWithTheMatrix) {
  Random random(91);
  for (const Index features : {1, 2, 3, 4}) {
    for (const Index points : {1, 2, 63, 64, 65, 300, 1000}) {
      expect_products(testing::uniform_matrix(random, points, features), random);
    }
  }
}

TEST(OrthantSums, PointsOfAGridHaveManyEqualSides) {
  Random random(92);
  Matrix sides(600, 2);
  for (Index i = 0; i < sides.rows(); ++i) {
    sides(i, 0) = static_cast<double>(i % 20) / 20.0;
    sides(i, 1) = static_cast<double>(i / 20) / 30.0;
  }
  expect_products(sides, random);
  sides.col(1).setConstant(0.5);
  expect_products(sides, random);
  expect_products(Matrix::Constant(300, 3, 0.25), random);
}

TEST(FastProduct, IsTheProductWithTheKernelMatrix) {
  Random random(93);
  for (const Index features : {1, 2, 3}) {
    for (const bool reflected : {false, true}) {
      for (const int degree : {0, 1, 2}) {
        SCOPED_TRACE(std::to_string(features) + " features, degree " + std::to_string(degree));
        TessellatedOptions options;
        options.box = Box::around_unit_cube(features, 0.3);
        options.degree = degree;
        options.reflected = reflected;
        const Tessellated family(options);
        const Matrix root = testing::normal_matrix(random, family.feasible_set().size(),
                                                   family.feasible_set().size());
        const Matrix P = root * root.transpose();
        // Points outside of the box too: the kernel clamps them.
        const Matrix x = 1.8 * testing::uniform_matrix(random, 400, features).array() - 0.4;
        const Vector v = testing::normal_vector(random, 400);
        const auto fast = family.fast_product(P, x);
        ASSERT_TRUE(fast);
        const Vector truth = family.gram(P, x, Threads(1)) * v;
        EXPECT_LE((fast->times(v, Threads(2)) - truth).norm(), 1e-11 * truth.norm());
      }
    }
  }
}

TEST(FastProduct, IsForFewFeaturesAndTheXBasis) {
  TessellatedOptions options;
  options.box = Box::around_unit_cube(4, 0.3);
  EXPECT_FALSE(Tessellated(options).fast_product(Matrix::Identity(10, 10), Matrix::Zero(5, 4)));
  options.box = Box::around_unit_cube(2, 0.3);
  options.basis = Basis::full;
  const Tessellated full(options);
  const Index side = full.feasible_set().size();
  EXPECT_FALSE(full.fast_product(Matrix::Identity(side, side), Matrix::Zero(5, 2)));
}

}  // namespace
}  // namespace tkl
