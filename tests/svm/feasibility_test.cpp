#include "svm/feasibility.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_truth.hpp"

namespace tkl {
namespace {

using testing::Random;

SvmProblem labelled(Random& random, Index size) {
  const Vector y =
      testing::normal_vector(random, size).unaryExpr([](double t) { return t > 0.0 ? 1.0 : -1.0; });
  return SvmProblem::classification(y, testing::uniform_vector(random, size, 0.0, 2.0));
}

TEST(RepairSum, MakesAnyWeightsFeasible) {
  Random random(321);
  for (int trial = 0; trial < 400; ++trial) {
    const Index size = 2 + trial % 40;
    const SvmProblem problem =
        trial % 2 == 0
            ? labelled(random, size)
            : SvmProblem::regression(testing::normal_vector(random, size),
                                     testing::uniform_vector(random, size, 0.0, 2.0), 0.1);
    const double scale = trial % 3 == 0 ? 1e-8 : (trial % 3 == 1 ? 1.0 : 1e6);
    Vector w = scale * testing::normal_vector(random, size);
    for (Index i = 0; i < size; i += 4) w(i) = 0.0;
    repair_sum(problem, w);
    testing::expect_feasible(problem, w);
  }
}

TEST(RepairSum, LeavesFeasibleWeightsAlone) {
  const SvmProblem problem = SvmProblem::regression(Vector::Zero(4), Vector::Ones(4), 0.1);
  const Vector feasible = (Vector(4) << 0.5, -0.75, 0.25, 0.0).finished();
  Vector w = feasible;
  repair_sum(problem, w);
  EXPECT_EQ(w, feasible);
  w.setZero();
  repair_sum(problem, w);
  EXPECT_EQ(w, Vector::Zero(4));
}

TEST(RepairSum, MovesWeightsAtZeroOrBoundsLast) {
  const SvmProblem problem = SvmProblem::regression(Vector::Zero(5), Vector::Ones(5), 0.1);
  Vector w = (Vector(5) << 1.0, -1.0, 0.0, 0.5, -0.25).finished();
  repair_sum(problem, w);
  testing::expect_feasible(problem, w);
  EXPECT_EQ(w(0), 1.0);
  EXPECT_EQ(w(1), -1.0);
  EXPECT_EQ(w(2), 0.0);
  // Nothing but weights at bounds: they have to move now.
  w << 1.0, 1.0, 1.0, 1.0, -1.0;
  repair_sum(problem, w);
  testing::expect_feasible(problem, w);
}

TEST(RepairSum, NoWeightCrossesZero) {
  const SvmProblem problem = SvmProblem::regression(Vector::Zero(4), Vector::Ones(4), 0.1);
  Vector w = (Vector(4) << 0.1, 0.9, -0.1, 0.0).finished();
  repair_sum(problem, w);
  testing::expect_feasible(problem, w);
  EXPECT_GE(w(0), 0.0);
  EXPECT_GE(w(1), 0.0);
  EXPECT_LE(w(2), 0.0);
  EXPECT_EQ(w(3), 0.0);
}

TEST(RepairSum, OneClassOnlyHasToVanish) {
  const SvmProblem problem = SvmProblem::classification(Vector::Ones(3), Vector::Ones(3));
  Vector w = (Vector(3) << 0.5, 1.0, 0.0).finished();
  repair_sum(problem, w);
  EXPECT_LE(w.cwiseAbs().maxCoeff(), 1e-16);
}

}  // namespace
}  // namespace tkl
