#include "svm/interior_point.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "svm/smo.hpp"

namespace tkl {
namespace {

std::vector<Index> all_rows(Index size) {
  std::vector<Index> rows(static_cast<std::size_t>(size));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

DualState zero(Index size) { return {Vector::Zero(size), Vector::Zero(size)}; }

class InteriorPointOnData : public ::testing::TestWithParam<std::string> {
 protected:
  void expect_optimum_from_zero(double cost, double tube) const {
    SCOPED_TRACE("C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
    const auto data = testing::generated_svm_data(GetParam(), 100);
    const SvmProblem problem = data.problem(cost, tube);
    DualState state = zero(100);
    int iterations = 0;
    const auto count = [&] {
      ++iterations;
      return false;
    };
    EXPECT_TRUE(run_interior_point(problem, data.K, state, all_rows(100), 1e-7, count));
    EXPECT_LE(iterations, 30);
    testing::expect_feasible(problem, state.w);
    EXPECT_LE((data.K * state.w - state.f).cwiseAbs().maxCoeff(), 1e-10 * state.f.norm());
    // Weights snapped to their bounds may spoil the gap, but not the dual.
    const SvmSolution truth = solve_svm(problem, data.K, testing::to_tolerance(1e-7));
    testing::expect_optimal(problem, data.K, truth, 1e-7);
    EXPECT_GE(testing::dual_objective(problem, data.K, state.w), truth.dual * (1.0 - 1e-6));
  }
};

TEST_P(InteriorPointOnData, FromZeroReachesTheOptimum) {
  for (const double cost : {1e-2, 1.0, 1e3, 1e6}) {
    for (const double tube : {0.01, 0.3}) expect_optimum_from_zero(cost, tube);
  }
}

TEST_P(InteriorPointOnData, FromZeroReachesTheOptimumWithoutATube) {
  for (const double cost : {1e-2, 1.0, 1e3}) expect_optimum_from_zero(cost, 0.0);
}

// Without a tube both halves of a weight grow far beyond their difference.
TEST_P(InteriorPointOnData, FromZeroReachesTheOptimumWithoutATubeAtLargeCosts) {
  for (const double cost : {1e4, 1e6}) expect_optimum_from_zero(cost, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Generators, InteriorPointOnData,
                         ::testing::Values("friedman1", "canyon", "spirals", "checkerboard"),
                         [](const auto& name) { return name.param; });

TEST(InteriorPoint, HoldsTheOtherRows) {
  const auto data = testing::generated_svm_data("friedman1", 60);
  const SvmProblem problem = data.problem(1.0, 0.05);
  DualState state = zero(60);
  run_smo(problem, data.K, state, 40, 0.0);
  const DualState before = state;
  std::vector<Index> rows;
  std::vector<Index> others;
  for (Index i = 0; i < 60; ++i) (i % 2 == 0 ? rows : others).push_back(i);
  ASSERT_TRUE(run_interior_point(problem, data.K, state, rows, 1e-8, {}));
  // But for the rounding error of the sum, which goes to one that cannot notice.
  EXPECT_LE((state.w(others) - before.w(others)).cwiseAbs().maxCoeff(),
            1e-8 * before.w.lpNorm<1>());
  EXPECT_GT(testing::dual_objective(problem, data.K, state.w),
            testing::dual_objective(problem, data.K, before.w));
  testing::expect_feasible(problem, state.w);
}

TEST(InteriorPoint, StopLeavesAFeasibleState) {
  const auto data = testing::generated_svm_data("friedman1", 60);
  const SvmProblem problem = data.problem(10.0, 0.05);
  const double optimum = solve_svm(problem, data.K, testing::to_tolerance(1e-7)).dual;
  for (int patience = 0; patience < 12; ++patience) {
    int polls = 0;
    DualState state = zero(60);
    const auto stop = [&] { return polls++ >= patience; };
    const bool improved = run_interior_point(problem, data.K, state, all_rows(60), 1e-9, stop);
    EXPECT_GE(polls, std::min(patience + 1, 5));
    EXPECT_LE(polls, patience + 1);
    testing::expect_feasible(problem, state.w);
    const double dual = testing::dual_objective(problem, data.K, state.w);
    EXPECT_EQ(improved, dual > 0.0);
    if (patience == 0) {
      EXPECT_LT(dual, 0.99 * optimum);
    }
  }
}

TEST(InteriorPoint, LeavesAnOptimumAlone) {
  const auto data = testing::generated_svm_data("friedman1", 40);
  const SvmProblem problem = data.problem(1.0, 100.0);  // the optimum is zero
  DualState state = zero(40);
  EXPECT_FALSE(run_interior_point(problem, data.K, state, all_rows(40), 1e-6, {}));
  EXPECT_EQ(state.w, Vector::Zero(40));
}

}  // namespace
}  // namespace tkl
