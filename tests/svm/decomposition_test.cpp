#include "svm/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"

namespace tkl {
namespace {

using testing::Random;
using testing::SvmData;

DualState zero(Index size) { return {Vector::Zero(size), Vector::Zero(size)}; }

/// By how much the best pair of weights violates optimality.
double largest_violation(const SvmProblem& problem, const DualState& state) {
  double up = -std::numeric_limits<double>::infinity();
  double down = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < problem.size(); ++i) {
    const double gradient = problem.y(i) - state.f(i);
    const double w = state.w(i);
    if (w < problem.upper(i)) {
      up = std::max(up, gradient - (w >= 0.0 ? problem.epsilon : -problem.epsilon));
    }
    if (w > problem.lower(i)) {
      down = std::min(down, gradient - (w > 0.0 ? problem.epsilon : -problem.epsilon));
    }
  }
  return up - down;
}

void expect_in_step(const SvmProblem& problem, const Matrix& K, const DualState& state) {
  EXPECT_TRUE((state.w.array() >= problem.lower.array()).all());
  EXPECT_TRUE((state.w.array() <= problem.upper.array()).all());
  EXPECT_LE(std::abs(state.w.sum()), 1e-12 * state.w.lpNorm<1>());
  const double largest_f = (K.cwiseAbs() * state.w.cwiseAbs()).maxCoeff();
  EXPECT_LE((K * state.w - state.f).cwiseAbs().maxCoeff(), 1e-9 * largest_f);
}

struct Demand {
  double cost;
  double tube;
  Index rounds;
  double gap;  ///< after that many rounds
};

void expect_progress(const SvmData& data, const Demand& demand) {
  SCOPED_TRACE("C = " + std::to_string(demand.cost) + ", tube = " + std::to_string(demand.tube));
  const SvmProblem problem = data.problem(demand.cost, demand.tube);
  const DenseKernel K(data.K, Threads(1));
  DualState state = zero(data.rows());
  Decomposition decomposition(problem, K, state);
  double before = 0.0;
  for (Index count = 0; count < demand.rounds; ++count) {
    const double violation = largest_violation(problem, state);
    const Decomposition::Round round = decomposition.round(40 * data.rows());
    ASSERT_NEAR(round.violation, violation, 1e-12 * (1.0 + std::abs(violation)));
    const double after = testing::dual_objective(problem, data.K, state.w);
    // Violations below what single precision resolves may lose what they gain.
    ASSERT_GE(after, before - (violation > 1e-6 ? 1e-13 : 1e-9) * before)
        << "round " << count << " at a violation of " << violation;
    if (violation > 1e-4) {
      EXPECT_GT(after, before) << "round " << count;
    }
    before = after;
    if (!round.moved) break;
  }
  expect_in_step(problem, data.K, state);
  const double b = testing::best_intercept_by_force(problem, state.f);
  EXPECT_LE(testing::objectives(problem, data.K, state.w, b).relative_gap(), demand.gap);
}

class DecompositionOnData : public ::testing::TestWithParam<std::string> {};

TEST_P(DecompositionOnData, NoRoundLowersTheDual) {
  const SvmData data = testing::generated_svm_data(GetParam(), 100);
  for (const double tube : {0.0, 0.1}) {
    expect_progress(data, {0.1, tube, 30, 1e-5});
    expect_progress(data, {1.0, tube, 30, 1e-4});
    expect_progress(data, {100.0, tube, 60, 1e-1});
  }
}

TEST_P(DecompositionOnData, NoRoundLowersTheDualWithMoreRowsThanTheWorkingSetHolds) {
  const SvmData data = testing::generated_svm_data(GetParam(), 700, 0.3);
  expect_progress(data, {0.1, 0.1, 25, 1e-4});
  expect_progress(data, {10.0, 0.1, 25, 1e-1});
}

TEST_P(DecompositionOnData, NoUpdateLowersTheDual) {
  const SvmData data = testing::generated_svm_data(GetParam(), 60);
  const SvmProblem problem = data.problem(0.5, 0.05);
  const DenseKernel K(data.K, Threads(1));
  DualState state = zero(60);
  Decomposition decomposition(problem, K, state);
  double before = 0.0;
  for (int update = 0; update < 150; ++update) {
    if (!decomposition.round(1).moved) break;
    const double after = testing::dual_objective(problem, data.K, state.w);
    ASSERT_GE(after, before * (1.0 - 1e-12)) << "update " << update;
    if (update < 10) {
      ASSERT_GT(after, before);
    }
    before = after;
  }
  expect_in_step(problem, data.K, state);
}

INSTANTIATE_TEST_SUITE_P(Generators, DecompositionOnData, ::testing::Values("friedman1", "spirals"),
                         [](const auto& name) { return name.param; });

TEST(Decomposition, KeepsTheUpdateLimit) {
  const SvmData data = testing::generated_svm_data("friedman1", 80);
  const SvmProblem problem = data.problem(10.0, 0.01);
  const DenseKernel K(data.K, Threads(1));
  for (const long limit : {0L, 1L, 7L, 20L}) {
    DualState state = zero(80);
    const Decomposition::Round round = Decomposition(problem, K, state).round(limit);
    EXPECT_EQ(round.updates, limit);  // far from the optimum there is enough to do
    EXPECT_EQ(round.moved, limit > 0);
    EXPECT_LE((state.w.array() != 0.0).count(), 2 * limit);
  }
}

TEST(Decomposition, DoesNothingAtAnOptimum) {
  const SvmData data = testing::generated_svm_data("friedman1", 50);
  const SvmProblem problem = data.problem(1.0, 100.0);
  const DenseKernel K(data.K, Threads(1));
  DualState state = zero(50);
  const Decomposition::Round round = Decomposition(problem, K, state).round(100);
  EXPECT_FALSE(round.moved);
  EXPECT_EQ(round.updates, 0);
  EXPECT_EQ(state.w, Vector::Zero(50));
  EXPECT_EQ(state.f, Vector::Zero(50));
}

TEST(Decomposition, DoesNothingWhereNothingCanMove) {
  const SvmData data = testing::generated_svm_data("friedman1", 20);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem fixed = SvmProblem::regression(data.y, Vector::Zero(20), 0.1);
  DualState state = zero(20);
  EXPECT_FALSE(Decomposition(fixed, K, state).round(100).moved);
  const SvmProblem one_class = SvmProblem::classification(Vector::Ones(20), Vector::Ones(20));
  EXPECT_FALSE(Decomposition(one_class, K, state).round(100).moved);
  EXPECT_EQ(state.w, Vector::Zero(20));
}

TEST(Decomposition, OneUpdateIsExactAcrossZero) {
  // w = (-1, 1), K = I: along (t - 1, 1 - t) the dual is y·w - 0.1·2|1 - t| - (1 - t)², whose
  // maximum for y = (2, -2) lies beyond the kink, at w = (1.9, -1.9).
  const SvmProblem problem =
      SvmProblem::regression((Vector(2) << 2.0, -2.0).finished(), Vector::Constant(2, 5.0), 0.1);
  const Matrix K = Matrix::Identity(2, 2);
  DualState state{(Vector(2) << -1.0, 1.0).finished(), (Vector(2) << -1.0, 1.0).finished()};
  EXPECT_EQ(Decomposition(problem, DenseKernel(K, Threads(1)), state).round(1).updates, 1);
  EXPECT_NEAR(state.w(0), 1.9, 1e-6);
  EXPECT_NEAR(state.w(1), -1.9, 1e-6);
  expect_in_step(problem, K, state);
}

TEST(Decomposition, StopsExactlyAtZero) {
  // As above with y = (0.05, -0.05): neither side of the kink gains.
  const SvmProblem problem =
      SvmProblem::regression((Vector(2) << 0.05, -0.05).finished(), Vector::Constant(2, 5.0), 0.1);
  const Matrix K = Matrix::Identity(2, 2);
  DualState state{(Vector(2) << -0.7, 0.7).finished(), (Vector(2) << -0.7, 0.7).finished()};
  Decomposition(problem, DenseKernel(K, Threads(1)), state).round(1);
  EXPECT_EQ(state.w(0), 0.0);
  EXPECT_EQ(state.w(1), 0.0);
}

TEST(Decomposition, ReachesBoundsExactly) {
  const SvmProblem problem =
      SvmProblem::regression((Vector(2) << 2.0, -2.0).finished(), Vector::Constant(2, 0.3), 0.1);
  const Matrix K = Matrix::Identity(2, 2);
  DualState state{(Vector(2) << -0.1, 0.1).finished(), (Vector(2) << -0.1, 0.1).finished()};
  Decomposition(problem, DenseKernel(K, Threads(1)), state).round(10);
  EXPECT_EQ(state.w(0), 0.3);
  EXPECT_EQ(state.w(1), -0.3);
}

TEST(Decomposition, NoWeightIsAlmostAtABoundOrAtZero) {
  for (const Index rows : {100, 700}) {
    const SvmData data = testing::generated_svm_data("friedman1", rows, 0.3);
    const double cost = 0.37;
    const SvmProblem problem = data.problem(cost, 0.1);
    const DenseKernel K(data.K, Threads(1));
    DualState state = zero(rows);
    Decomposition decomposition(problem, K, state);
    for (int count = 0; count < 20; ++count) decomposition.round(40 * rows);
    int at_zero = 0;
    int at_bound = 0;
    for (Index i = 0; i < rows; ++i) {
      const double size = std::abs(state.w(i));
      at_zero += size == 0.0 ? 1 : 0;
      at_bound += size == cost ? 1 : 0;
      EXPECT_TRUE(size == 0.0 || size > 1e-9) << size;
      EXPECT_TRUE(size == cost || size < cost - 1e-9) << cost - size;
    }
    EXPECT_GT(at_zero, rows / 20);
    EXPECT_GT(at_bound, rows / 20);
  }
}

TEST(Decomposition, RowsOfCostZeroStay) {
  const SvmData data = testing::generated_svm_data("friedman1", 60);
  Vector costs = Vector::Constant(60, 5.0);
  for (Index i = 0; i < 60; i += 4) costs(i) = 0.0;
  const SvmProblem problem = SvmProblem::regression(data.y, costs, 0.0);
  const DenseKernel K(data.K, Threads(1));
  DualState state = zero(60);
  Decomposition decomposition(problem, K, state);
  for (int count = 0; count < 5; ++count) decomposition.round(2000);
  for (Index i = 0; i < 60; i += 4) EXPECT_EQ(state.w(i), 0.0);
  expect_in_step(problem, data.K, state);
}

TEST(Decomposition, FarTargetsDoNotDrownInSinglePrecision) {
  // A constant added to all targets changes nothing but the intercept.
  const SvmData data = testing::generated_svm_data("friedman1", 100);
  for (const double offset : {1e4, 1e8}) {
    SCOPED_TRACE(offset);
    const Vector y = data.y.array() + offset;
    const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(100, 0.1), 0.1);
    const DenseKernel K(data.K, Threads(1));
    DualState state = zero(100);
    Decomposition decomposition(problem, K, state);
    double before = 0.0;
    for (int count = 0; count < 20; ++count) {
      const double violation = decomposition.round(4000).violation;
      const double after = testing::dual_objective(problem, data.K, state.w);
      if (violation > 1e-6 + 1e-15 * offset) {
        ASSERT_GE(after, before - 1e-16 * offset * state.w.lpNorm<1>() - 1e-12 * before);
      }
      before = after;
    }
    const double b = testing::best_intercept_by_force(problem, state.f);
    EXPECT_LE(testing::objectives(problem, data.K, state.w, b).relative_gap(), 1e-4);
  }
}

TEST(Decomposition, IsTheSameForAnyNumberOfThreads) {
  const SvmData data = testing::generated_svm_data("canyon", 600);
  const SvmProblem problem = data.problem(10.0, 0.01);
  Vector alone;
  for (const int threads : {1, 2, 3}) {
    const DenseKernel K(data.K, Threads(threads));
    DualState state = zero(600);
    Decomposition decomposition(problem, K, state);
    for (int count = 0; count < 5; ++count) decomposition.round(5000);
    if (threads == 1) alone = state.w;
    EXPECT_TRUE(state.w == alone) << threads << " threads";
  }
}

}  // namespace
}  // namespace tkl
