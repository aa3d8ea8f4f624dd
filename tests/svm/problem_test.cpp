#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/random.hpp"
#include "tkl/svm.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

TEST(SvmProblem, ClassificationBoundsFollowTheSign) {
  const Vector y = (Vector(3) << 1.0, -1.0, 1.0).finished();
  const Vector cost = (Vector(3) << 2.0, 3.0, 0.0).finished();
  const SvmProblem problem = SvmProblem::classification(y, cost);
  EXPECT_EQ(problem.lower, (Vector(3) << 0.0, -3.0, 0.0).finished());
  EXPECT_EQ(problem.upper, (Vector(3) << 2.0, 0.0, 0.0).finished());
  EXPECT_EQ(problem.epsilon, 0.0);
  EXPECT_EQ(problem.size(), 3);
}

TEST(SvmProblem, LossIsTheHingeOrTheTube) {
  const SvmProblem hinge =
      SvmProblem::classification((Vector(2) << 1.0, -1.0).finished(), Vector::Constant(2, 2.0));
  // f = 0.25: margins 0.25 and -0.25, losses 2·0.75 and 2·1.25.
  EXPECT_DOUBLE_EQ(hinge.loss(0, 1.0 - 0.25), 1.5);
  EXPECT_DOUBLE_EQ(hinge.loss(1, -1.0 - 0.25), 2.5);
  EXPECT_EQ(hinge.loss(0, 1.0 - 3.0), 0.0);
  const SvmProblem tube = SvmProblem::regression(Vector::Zero(1), Vector::Constant(1, 2.0), 0.1);
  EXPECT_EQ(tube.loss(0, 0.1), 0.0);
  EXPECT_EQ(tube.loss(0, -0.1), 0.0);
  EXPECT_DOUBLE_EQ(tube.loss(0, 0.6), 1.0);
  EXPECT_DOUBLE_EQ(tube.loss(0, -0.6), 1.0);
}

TEST(SvmProblem, LossIsTheConjugateOfTheBounds) {
  testing::Random random(301);
  for (int trial = 0; trial < 50; ++trial) {
    const SvmProblem problem{Vector::Zero(1), Vector::Constant(1, -random.uniform(0.0, 2.0)),
                             Vector::Constant(1, random.uniform(0.0, 2.0)),
                             random.uniform(0.0, 0.5)};
    const double r = random.uniform(-1.0, 1.0);
    double largest = 0.0;
    for (int k = 0; k <= 1000; ++k) {
      const double v =
          problem.lower(0) + (problem.upper(0) - problem.lower(0)) * static_cast<double>(k) / 1000;
      largest = std::max(largest, v * r - problem.epsilon * std::abs(v));
    }
    EXPECT_NEAR(problem.loss(0, r), largest, 1e-14);
  }
}

TEST(SvmProblem, RefusesUnusableTargetsAndCosts) {
  const Vector y = (Vector(2) << 1.0, -1.0).finished();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(contains(error_of([&] { SvmProblem::classification(y, Vector::Ones(3)); }), "cost"));
  EXPECT_TRUE(contains(error_of([&] { SvmProblem::regression(y, Vector::Ones(1), 0.1); }), "cost"));
  for (const double cost : {-1.0, nan, infinity}) {
    const Vector costs = Vector::Constant(2, cost);
    EXPECT_TRUE(contains(error_of([&] { SvmProblem::classification(y, costs); }), "cost"));
    EXPECT_TRUE(contains(error_of([&] { SvmProblem::regression(y, costs, 0.1); }), "cost"));
  }
  for (const double tube : {-0.1, nan, infinity}) {
    EXPECT_TRUE(
        contains(error_of([&] { SvmProblem::regression(y, Vector::Ones(2), tube); }), "tube"));
  }
  EXPECT_TRUE(contains(error_of([&] { SvmProblem::classification(0.5 * y, Vector::Ones(2)); }),
                       "+1 or -1"));
  EXPECT_TRUE(contains(
      error_of([&] { SvmProblem::regression(Vector::Constant(2, nan), Vector::Ones(2), 0.1); }),
      "finite"));
}

}  // namespace
}  // namespace tkl
