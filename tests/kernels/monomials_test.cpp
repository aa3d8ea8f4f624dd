#include "kernels/monomials.hpp"

#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/tessellated_reference.hpp"

namespace tkl {
namespace {

TEST(Monomials, CountIsTheBinomialCoefficient) {
  EXPECT_EQ(count_monomials(1, 0), 1);
  EXPECT_EQ(count_monomials(3, 2), 10);
  EXPECT_EQ(count_monomials(10, 4), 1001);
  EXPECT_EQ(count_monomials(100, 3), 176851);
  for (Index n = 2; n < 12; ++n) {
    for (int d = 1; d < 8; ++d) {  // Pascal's rule
      EXPECT_EQ(count_monomials(n, d), count_monomials(n - 1, d) + count_monomials(n, d - 1));
    }
  }
}

TEST(Monomials, CountSaturatesInsteadOfOverflowing) {
  const Index huge = count_monomials(1000, 1000);
  EXPECT_GE(huge, Index{1} << 40);
  EXPECT_EQ(count_monomials(5000, 700), huge);
}

TEST(Monomials, ExponentsAreAllDifferentAndGraded) {
  for (Index n = 1; n <= 4; ++n) {
    const Eigen::MatrixXi exponents = monomial_exponents(n, 4);
    ASSERT_EQ(exponents.rows(), count_monomials(n, 4));
    ASSERT_EQ(exponents.cols(), n);
    EXPECT_GE(exponents.minCoeff(), 0);
    std::set<std::vector<int>> different;
    for (const auto& row : exponents.rowwise()) different.insert({row.begin(), row.end()});
    EXPECT_EQ(static_cast<Index>(different.size()), exponents.rows());
    for (int e = 0; e <= 4; ++e) {
      const Index prefix = count_monomials(n, e);
      EXPECT_LE(exponents.topRows(prefix).rowwise().sum().maxCoeff(), e);
      EXPECT_TRUE(exponents.topRows(prefix) == monomial_exponents(n, e));
    }
  }
}

// The order is part of the meaning of P in a model file.
TEST(Monomials, OrderWithinADegreeIsFixed) {
  for (Index n = 1; n <= 4; ++n) {
    const Eigen::MatrixXi exponents = monomial_exponents(n, 3);
    const auto expected = testing::graded_exponents(n, 3);
    ASSERT_EQ(exponents.rows(), static_cast<Index>(expected.size()));
    for (Index j = 0; j < exponents.rows(); ++j) {
      const auto row = exponents.row(j);
      EXPECT_EQ(std::vector<int>(row.begin(), row.end()), expected[static_cast<std::size_t>(j)]);
    }
  }
}

TEST(Monomials, EvaluateIsTheProductOfPowers) {
  testing::Random random(31);
  const Eigen::MatrixXi exponents = monomial_exponents(3, 4);
  const Matrix x = testing::uniform_matrix(random, 7, 3, -1.5, 1.5);
  const Matrix values = evaluate_monomials(exponents, x);
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < exponents.rows(); ++j) {
      double truth = 1.0;
      for (Index l = 0; l < 3; ++l) truth *= std::pow(x(i, l), exponents(j, l));
      EXPECT_NEAR(values(i, j), truth, 1e-14 * std::abs(truth));
    }
  }
}

}  // namespace
}  // namespace tkl
