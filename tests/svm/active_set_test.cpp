#include "svm/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "svm/bordered_system.hpp"
#include "svm/decomposition.hpp"
#include "svm/face.hpp"

namespace tkl {
namespace {

using testing::Random;
using testing::SvmData;

constexpr double tolerance = 1e-6;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr ActiveSetBudget at_any_price{infinity, infinity};

/// A budget for one system, which from a bad start is too little.
ActiveSetBudget one_system(const KernelMatrix& K) {
  return {plan_system(K, K.size(), infinity).work, infinity};
}

DualState zero(Index size) { return {Vector::Zero(size), Vector::Zero(size)}; }

double true_gap(const SvmProblem& problem, const Matrix& K, const DualState& state) {
  const double b = testing::best_intercept_by_force(problem, K * state.w);
  return testing::objectives(problem, K, state.w, b).relative_gap();
}

void expect_in_step(const SvmProblem& problem, const Matrix& K, const DualState& state) {
  testing::expect_feasible(problem, state.w);
  const double largest_f = (K.cwiseAbs() * state.w.cwiseAbs()).maxCoeff();
  EXPECT_LE((K * state.w - state.f).cwiseAbs().maxCoeff(), 1e-11 * largest_f);
}

/// Where decomposition comes to within so many rounds.
DualState start_by_decomposition(const SvmProblem& problem, const KernelMatrix& K, double gap,
                                 int rounds) {
  DualState state = zero(problem.size());
  Decomposition decomposition(problem, K, state);
  for (int count = 0; count < rounds && certify(problem, state).relative_gap() > gap; ++count) {
    if (!decomposition.round(40 * problem.size()).moved) break;
  }
  return state;
}

/// The optimum with its free weights changed by a share of the way to the next bound or kink.
DualState start_on_the_optimal_face(const SvmProblem& problem, const Matrix& K, Random& random,
                                    double share) {
  Vector w = solve_svm(problem, K, testing::to_tolerance(1e-9)).w;
  const std::vector<Index> rows = free_rows(problem, w);
  EXPECT_GT(rows.size(), 5U);
  Vector change = testing::normal_vector(random, static_cast<Index>(rows.size()));
  change.array() -= change.mean();
  double most = 1.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Index i = rows[k];
    double room = std::min(w(i) - problem.lower(i), problem.upper(i) - w(i));
    if (problem.epsilon > 0.0) room = std::min(room, std::abs(w(i)));
    most = std::min(most, room / std::abs(change(static_cast<Index>(k))));
  }
  w(rows) += share * most * change;
  return {w, K * w};
}

class ActiveSetOnData : public ::testing::TestWithParam<std::string> {};

TEST_P(ActiveSetOnData, FromTheOptimalFaceEndsAtTheOptimum) {
  Random random(541);
  const SvmData data = testing::generated_svm_data(GetParam(), 120);
  const DenseKernel K(data.K, Threads(1));
  for (const double cost : {1.0, 100.0, 1e4}) {
    for (const double tube : {0.0, 0.1}) {
      SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
      const SvmProblem problem = data.problem(cost, tube);
      DualState state = start_on_the_optimal_face(problem, data.K, random, 0.01);
      const double before = testing::dual_objective(problem, data.K, state.w);
      const bool was_optimal = true_gap(problem, data.K, state) <= tolerance;
      const ActiveSetRun run = run_active_set(problem, K, state, tolerance, at_any_price, {});
      EXPECT_TRUE(run.attempted);
      EXPECT_TRUE(run.improved || was_optimal);
      EXPECT_GT(run.work, 0.0);
      expect_in_step(problem, data.K, state);
      EXPECT_LE(true_gap(problem, data.K, state), 1.01 * tolerance);
      EXPECT_GE(testing::dual_objective(problem, data.K, state.w),
                before - tolerance * std::abs(before));
    }
  }
}

TEST_P(ActiveSetOnData, FromAFairStartEndsAtTheOptimum) {
  const SvmData data = testing::generated_svm_data(GetParam(), 120);
  const DenseKernel K(data.K, Threads(1));
  for (const double cost : {1.0, 100.0, 1e4}) {
    for (const double tube : {0.0, 0.1}) {
      SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
      const SvmProblem problem = data.problem(cost, tube);
      DualState state = start_by_decomposition(problem, K, 1e-3, 400);
      const double before = testing::dual_objective(problem, data.K, state.w);
      const ActiveSetRun run = run_active_set(problem, K, state, tolerance, at_any_price, {});
      EXPECT_TRUE(run.attempted);
      expect_in_step(problem, data.K, state);
      EXPECT_LE(true_gap(problem, data.K, state), 1.01 * tolerance);
      EXPECT_GE(testing::dual_objective(problem, data.K, state.w), before);
    }
  }
}

TEST_P(ActiveSetOnData, NeverLowersTheDual) {
  Random random(542);
  const SvmData data = testing::generated_svm_data(GetParam(), 80);
  const DenseKernel K(data.K, Threads(1));
  int gains = 0;
  for (const double cost : {1.0, 100.0, 1e4}) {
    for (const double tube : {0.0, 0.05}) {
      SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
      const SvmProblem problem = data.problem(cost, tube);
      for (const int rounds : {0, 1, 3, 10}) {
        DualState state = start_by_decomposition(problem, K, 1e-8, rounds);
        const DualState before = state;
        const double value = testing::dual_objective(problem, data.K, state.w);
        // A tolerance of zero never ends it early.
        const ActiveSetRun run = run_active_set(problem, K, state, 0.0, at_any_price, {});
        EXPECT_TRUE(run.attempted);
        expect_in_step(problem, data.K, state);
        EXPECT_GE(testing::dual_objective(problem, data.K, state.w),
                  value - 1e-13 * std::abs(value));
        if (!run.improved) {
          EXPECT_TRUE(state.w == before.w && state.f == before.f);
        }
        gains += run.improved ? 1 : 0;
      }
    }
  }
  EXPECT_GE(gains, 10);
}

INSTANTIATE_TEST_SUITE_P(Generators, ActiveSetOnData,
                         ::testing::Values("friedman1", "canyon", "spirals", "checkerboard"),
                         [](const auto& name) { return name.param; });

TEST(ActiveSet, DampingLeadsFromABadStartToTheOptimum) {
  // Nearly all weights are free, and so many of them are wrong that without damping corrections go
  // back and forth.
  const SvmData data = testing::generated_svm_data("canyon", 500, 0.2);
  const DenseKernel K(data.K, Threads(1));
  for (const double cost : {1e3, 1e4, 1e5}) {
    for (const double tube : {0.01, 0.05}) {
      SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
      const SvmProblem problem = data.problem(cost, tube);
      DualState state = zero(500);
      Decomposition(problem, K, state).round(850);
      EXPECT_GT(true_gap(problem, data.K, state), 0.3);
      EXPECT_TRUE(run_active_set(problem, K, state, tolerance, at_any_price, {}).improved);
      expect_in_step(problem, data.K, state);
      EXPECT_LE(true_gap(problem, data.K, state), 1.01 * tolerance);
    }
  }
}

TEST(ActiveSet, ABadStartIsLeftAloneUnlessThereIsTime) {
  const SvmData data = testing::generated_svm_data("friedman1", 100);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(10.0, 0.05);
  DualState state = zero(100);  // every weight rests on its kink, and should not
  const ActiveSetRun run = run_active_set(problem, K, state, tolerance, one_system(K), {});
  EXPECT_FALSE(run.attempted);
  EXPECT_FALSE(run.improved);
  EXPECT_EQ(run.work, 0.0);
  EXPECT_EQ(state.w, Vector::Zero(100));
  EXPECT_EQ(state.f, Vector::Zero(100));
  const ActiveSetRun insisted = run_active_set(problem, K, state, tolerance, at_any_price, {});
  EXPECT_TRUE(insisted.attempted);
  EXPECT_GT(insisted.work, 0.0);
  expect_in_step(problem, data.K, state);
  EXPECT_GE(testing::dual_objective(problem, data.K, state.w), 0.0);
}

TEST(ActiveSet, AFairStartIsAttempted) {
  Random random(543);
  const SvmData data = testing::generated_svm_data("friedman1", 100);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(10.0, 0.05);
  DualState state = start_on_the_optimal_face(problem, data.K, random, 0.01);
  EXPECT_TRUE(run_active_set(problem, K, state, 1e-9, one_system(K), {}).attempted);
  EXPECT_LE(true_gap(problem, data.K, state), 1e-8);
}

TEST(ActiveSet, WithLittleMemoryASketchHelpsAndWithLessThereIsNoAttempt) {
  Random random(546);
  const SvmData data = testing::generated_svm_data("friedman1", 100);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(10.0, 0.05);
  DualState state = start_on_the_optimal_face(problem, data.K, random, 0.01);
  const Index free = std::ssize(free_rows(problem, state.w));
  const double for_factor = plan_system(K, free, infinity).memory;
  const SystemPlan sketch = plan_system(K, free, 0.5 * for_factor);
  EXPECT_GT(sketch.landmarks, 0);
  EXPECT_FALSE(
      run_active_set(problem, K, state, 1e-9, {infinity, 0.5 * sketch.memory}, {}).attempted);
  EXPECT_TRUE(
      run_active_set(problem, K, state, 1e-9, {infinity, 1.2 * sketch.memory}, {}).attempted);
  EXPECT_LE(true_gap(problem, data.K, state), 1e-8);
}

TEST(ActiveSet, AStopIsObeyed) {
  Random random(544);
  const SvmData data = testing::generated_svm_data("friedman1", 100);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(10.0, 0.05);
  const DualState start = start_on_the_optimal_face(problem, data.K, random, 0.01);
  DualState state = start;
  const ActiveSetRun run =
      run_active_set(problem, K, state, 1e-9, at_any_price, [] { return true; });
  EXPECT_FALSE(run.improved);
  EXPECT_TRUE(state.w == start.w);
  EXPECT_TRUE(state.f == start.f);
}

TEST(ActiveSet, RowsWithEqualBoundsStayAtZero) {
  const SvmData data = testing::generated_svm_data("friedman1", 120);
  const DenseKernel K(data.K, Threads(1));
  Vector costs = Vector::Constant(120, 20.0);
  for (Index i = 0; i < 120; i += 3) costs(i) = 0.0;
  const Vector labels = data.y.unaryExpr([](double t) { return t > 0.0 ? 1.0 : -1.0; });
  for (const auto& problem :
       {SvmProblem::regression(data.y, costs, 0.0), SvmProblem::regression(data.y, costs, 0.1),
        SvmProblem::classification(labels, costs)}) {
    DualState state = start_by_decomposition(problem, K, 1e-3, 400);
    run_active_set(problem, K, state, tolerance, at_any_price, {});
    for (Index i = 0; i < 120; i += 3) EXPECT_EQ(state.w(i), 0.0);
    expect_in_step(problem, data.K, state);
    EXPECT_LE(true_gap(problem, data.K, state), 1.01 * tolerance);
  }
}

TEST(ActiveSet, RepeatedRows) {
  const SvmData half = testing::generated_svm_data("friedman1", 60);
  std::vector<Index> twice;
  for (Index i = 0; i < 120; ++i) twice.push_back(i % 60);
  const Matrix gram = half.K(twice, twice);
  const DenseKernel K(gram, Threads(1));
  Random random(545);
  const Vector y = half.y(twice) + 0.1 * testing::normal_vector(random, 120);
  for (const double cost : {1.0, 100.0, 1e4}) {
    for (const double tube : {0.0, 0.1}) {
      SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
      const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(120, cost), tube);
      DualState state = start_by_decomposition(problem, K, 1e-3, 400);
      const double before = testing::dual_objective(problem, gram, state.w);
      EXPECT_TRUE(run_active_set(problem, K, state, tolerance, at_any_price, {}).attempted);
      expect_in_step(problem, gram, state);
      EXPECT_GE(testing::dual_objective(problem, gram, state.w), before * (1.0 - 1e-13));
      EXPECT_LE(true_gap(problem, gram, state), 1e-3);
    }
  }
}

TEST(ActiveSet, AllWeightsAtTheirBounds) {
  // Costs so small that every weight is at its bound: there is no system to solve.
  const SvmData data = testing::generated_svm_data("spirals", 60);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(1e-5, 0.0);
  const Index positive = (data.y.array() > 0.0).count();
  ASSERT_EQ(positive, 30);
  DualState state{1e-5 * data.y, 1e-5 * data.K * data.y};
  const DualState before = state;
  const ActiveSetRun run = run_active_set(problem, K, state, tolerance, at_any_price, {});
  EXPECT_FALSE(run.improved);
  EXPECT_TRUE(state.w == before.w);
  EXPECT_LE(true_gap(problem, data.K, state), tolerance);
}

TEST(ActiveSet, AllWeightsAtTheWrongBounds) {
  const SvmData data = testing::generated_svm_data("friedman1", 60);
  const DenseKernel K(data.K, Threads(1));
  const SvmProblem problem = data.problem(5.0, 0.1);
  Vector w(60);
  for (Index i = 0; i < 60; ++i) w(i) = i % 2 == 0 ? 5.0 : -5.0;
  DualState state{w, data.K * w};
  const double before = testing::dual_objective(problem, data.K, w);
  EXPECT_FALSE(run_active_set(problem, K, state, tolerance, one_system(K), {}).attempted);
  EXPECT_TRUE(state.w == w);
  run_active_set(problem, K, state, tolerance, at_any_price, {});
  expect_in_step(problem, data.K, state);
  EXPECT_GE(testing::dual_objective(problem, data.K, state.w), before);
}

}  // namespace
}  // namespace tkl
