#include "tkl/polynomial.hpp"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/kernel_family_laws.hpp"
#include "support/tessellated_reference.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;

TEST(Polynomial, IsTheQuadraticFormOfTheMonomials) {
  Random random(51);
  for (int d = 0; d <= 3; ++d) {
    const Polynomial family({.features = 3, .degree = d, .scale = 1.7});
    const auto exponents = testing::graded_exponents(3, d);
    const auto s = static_cast<Index>(exponents.size());
    ASSERT_EQ(family.feasible_set().size(), s);
    const Matrix P = testing::psd_matrix(random, s, s);
    const Matrix x = testing::uniform_matrix(random, 6, 3, -1.0, 1.0);
    const Matrix y = testing::uniform_matrix(random, 4, 3, -1.0, 1.0);
    const auto features = [&](const Vector& point) {
      Vector z(s);
      for (Index j = 0; j < s; ++j) {
        z(j) = testing::monomial(exponents[static_cast<std::size_t>(j)], point);
      }
      return z;
    };
    const Matrix K = family.kernel(P, x, y, Threads(1));
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < y.rows(); ++j) {
        const double truth = 1.7 * features(x.row(i)).dot(P * features(y.row(j)));
        EXPECT_NEAR(K(i, j), truth, 1e-12 * K.cwiseAbs().maxCoeff());
      }
    }
  }
}

TEST(Polynomial, ContainsThePowerOfTheInnerProduct) {
  Random random(52);
  const Matrix x = testing::uniform_matrix(random, 8, 2, -1.0, 1.0);
  // (1 + x·y)² = 1 + 2x₁y₁ + 2x₂y₂ + x₁²y₁² + 2x₁x₂y₁y₂ + x₂²y₂²
  const Matrix P = (Vector(6) << 1.0, 2.0, 2.0, 1.0, 2.0, 1.0).finished().asDiagonal();
  const Matrix K = Polynomial({.features = 2, .degree = 2}).gram(P, x, Threads(1));
  const Matrix truth = ((x * x.transpose()).array() + 1.0).square();
  EXPECT_LE(testing::largest_difference(K, truth), 1e-14 * truth.maxCoeff());
}

TEST(Polynomial, ObeysTheLawsOfAKernelFamily) {
  Random random(53);
  for (int d = 0; d <= 3; ++d) {
    SCOPED_TRACE(d);
    testing::expect_kernel_family_laws(Polynomial({.features = 3, .degree = d, .scale = 0.4}),
                                       testing::uniform_matrix(random, 300, 3),
                                       testing::uniform_matrix(random, 270, 3, -1.0, 2.0), random);
  }
}

TEST(Polynomial, RankIsAtMostTheNumberOfMonomials) {
  Random random(54);
  const Polynomial family({.features = 2, .degree = 2});
  const Matrix K =
      family.gram(Matrix::Identity(6, 6), testing::uniform_matrix(random, 40, 2), Threads(1));
  const Vector spectrum = Eigen::SelfAdjointEigenSolver<Matrix>(K).eigenvalues();
  EXPECT_EQ((spectrum.array() > 1e-12 * spectrum(39)).count(), 6);
}

TEST(Polynomial, RefusesOptionsItCannotServe) {
  const auto error_for = [](const PolynomialOptions& options) {
    return error_of([&] { const Polynomial family(options); });
  };
  EXPECT_TRUE(contains(error_for({.features = 0}), "at least one feature"));
  EXPECT_TRUE(contains(error_for({.degree = -2}), "-2"));
  EXPECT_TRUE(contains(error_for({.features = 100, .degree = 3}), "lower degree"));
  EXPECT_TRUE(contains(error_for({.features = 1000, .degree = 1000}), "lower degree"));
  EXPECT_TRUE(contains(error_for({.tau = 2.0}), "tau"));
}

}  // namespace
}  // namespace tkl
