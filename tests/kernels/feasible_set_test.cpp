#include "tkl/feasible_set.hpp"

#include <limits>
#include <tuple>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;
using Shape = FeasibleSet::Shape;

class FeasibleSets : public ::testing::TestWithParam<std::tuple<Shape, Index, double>> {
 protected:
  FeasibleSet set() const {
    const auto [shape, size, tau] = GetParam();
    return {shape, size, tau};
  }
  Random random{static_cast<std::uint64_t>(std::get<1>(GetParam()))};
};

TEST_P(FeasibleSets, StartIsTheIdentityAndFeasible) {
  const FeasibleSet X = set();
  EXPECT_TRUE(X.contains(X.start(), 0.0));
  if (X.shape() == Shape::symmetric) {
    EXPECT_TRUE(X.start() == Matrix::Identity(X.size(), X.size()));
  } else {
    EXPECT_TRUE(X.start() == Matrix::Ones(X.size(), 1));
  }
}

TEST_P(FeasibleSets, MaximumBeatsEveryFeasiblePoint) {
  const FeasibleSet X = set();
  for (int trial = 0; trial < 3; ++trial) {
    const Matrix D = testing::arbitrary_parameter(random, X);
    const auto [P, value] = X.maximise(D);
    EXPECT_TRUE(X.contains(P, 1e-12));
    const double size = D.norm() * static_cast<double>(X.size());
    EXPECT_NEAR(inner_product(D, P), value, 1e-13 * size);

    const double s = static_cast<double>(X.size());
    const bool diagonal = X.shape() == Shape::diagonal;
    const double largest =
        diagonal ? D.maxCoeff() : Eigen::SelfAdjointEigenSolver<Matrix>(D).eigenvalues().maxCoeff();
    const double trace = diagonal ? D.sum() : D.trace();
    EXPECT_NEAR(value, X.tau() * trace + (1.0 - X.tau()) * s * largest, 1e-13 * size);

    for (int k = 0; k < 1000; ++k) {
      ASSERT_LE(inner_product(D, testing::feasible_matrix(random, X)), value + 1e-12 * size);
    }
  }
}

TEST_P(FeasibleSets, ProjectionIsTheNearestFeasiblePoint) {
  const FeasibleSet X = set();
  for (const double size : {0.1, 1.0, 30.0, 1e4}) {
    const Matrix A = size * testing::arbitrary_parameter(random, X);
    const Matrix P = X.project(A);
    EXPECT_TRUE(X.contains(P, 1e-11 * (1.0 + size)));
    EXPECT_TRUE(X.contains(X.project(P), 1e-12));
    EXPECT_LE((X.project(P) - P).norm(), 1e-11 * (1.0 + size));
    // Variational inequality <A - P, Y - P> ≤ 0 for every feasible Y, and for the Y that comes
    // nearest to violating it.
    const double rounding = 1e-11 * (1.0 + A.norm()) * static_cast<double>(X.size());
    EXPECT_LE(X.maximise(A - P).value - inner_product(A - P, P), rounding);
    for (int k = 0; k < 300; ++k) {
      const Matrix Y = testing::feasible_matrix(random, X);
      ASSERT_LE(inner_product(A - P, Y - P), rounding);
    }
  }
}

TEST_P(FeasibleSets, ProjectionLeavesFeasiblePointsAlone) {
  const FeasibleSet X = set();
  for (int k = 0; k < 20; ++k) {
    const Matrix P = testing::feasible_matrix(random, X);
    EXPECT_TRUE(X.contains(P, 1e-12));
    EXPECT_LE((X.project(P) - P).norm(), 1e-12 * static_cast<double>(X.size()));
  }
}

TEST_P(FeasibleSets, ContainsNoticesEveryViolation) {
  const FeasibleSet X = set();
  EXPECT_FALSE(X.contains(1.001 * X.start(), 1e-6));
  EXPECT_FALSE(X.contains(Matrix::Ones(X.size() + 1, 1), 1e-6));
  Matrix not_finite = X.start();
  not_finite(0, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(X.contains(not_finite, 1e-6));
  if (X.size() < 2) return;
  Matrix below_tau = X.start();
  below_tau(0, 0) = X.tau() - 0.01;
  const bool diagonal = X.shape() == Shape::diagonal;
  below_tau(1, diagonal ? 0 : 1) += 1.01 - X.tau();
  EXPECT_FALSE(X.contains(below_tau, 1e-6));
  if (diagonal) return;
  Matrix not_symmetric = X.start();
  not_symmetric(1, 0) = 0.01;
  EXPECT_FALSE(X.contains(not_symmetric, 1e-6));
}

TEST_P(FeasibleSets, VectorsAreAnIsometry) {
  const FeasibleSet X = set();
  const Matrix A = testing::arbitrary_parameter(random, X);
  const Matrix B = testing::arbitrary_parameter(random, X);
  EXPECT_EQ(X.to_vector(A).size(), X.dimension());
  EXPECT_NEAR(X.to_vector(A).dot(X.to_vector(B)), inner_product(A, B), 1e-13 * A.norm() * B.norm());
  EXPECT_LE((X.from_vector(X.to_vector(A)) - A).norm(), 1e-15 * A.norm());
  const Vector v = testing::normal_vector(random, X.dimension());
  EXPECT_LE((X.to_vector(X.from_vector(v)) - v).norm(), 1e-15 * v.norm());
}

INSTANTIATE_TEST_SUITE_P(Sizes, FeasibleSets,
                         ::testing::Combine(::testing::Values(Shape::symmetric, Shape::diagonal),
                                            ::testing::Values(1, 2, 7, 20),
                                            ::testing::Values(0.0, 1e-3, 0.5)));

TEST(FeasibleSet, TauOfOneLeavesOnlyTheIdentity) {
  Random random(41);
  for (const Shape shape : {Shape::symmetric, Shape::diagonal}) {
    const FeasibleSet X(shape, 6, 1.0);
    const Matrix A = 10.0 * testing::arbitrary_parameter(random, X);
    EXPECT_LE((X.project(A) - X.start()).norm(), 1e-13);
    const auto [P, value] = X.maximise(A);
    EXPECT_LE((P - X.start()).norm(), 1e-13);
    EXPECT_NEAR(value, inner_product(A, X.start()), 1e-12 * A.norm());
  }
}

TEST(FeasibleSet, ProjectionUsesTheSymmetricPartOnly) {
  Random random(42);
  const FeasibleSet X(Shape::symmetric, 5, 0.01);
  const Matrix A = testing::normal_matrix(random, 5, 5);
  EXPECT_LE((X.project(A) - X.project(A.transpose())).norm(), 1e-13);
}

TEST(FeasibleSet, SizeAndTauHaveTheirRanges) {
  for (const double tau : {-1e-9, 1.0 + 1e-9, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(contains(error_of([&] { FeasibleSet(Shape::diagonal, 3, tau); }), "tau"));
  }
  EXPECT_TRUE(contains(error_of([] { FeasibleSet(Shape::symmetric, 0, 0.1); }), "at least one"));
}

}  // namespace
}  // namespace tkl
