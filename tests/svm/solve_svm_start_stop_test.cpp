#include <string>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "tkl/svm.hpp"

namespace tkl {
namespace {

using testing::Random;
using testing::to_tolerance;

TEST(SolveSvmStart, AtTheSolutionThereIsNothingToDo) {
  for (const double cost : {1.0, 1e3}) {
    const auto data = testing::generated_svm_data("friedman1", 150);
    const SvmProblem problem = data.problem(cost, 0.01);
    const SvmSolution cold = solve_svm(problem, data.K, to_tolerance(1e-6));
    const SvmSolution warm = solve_svm(problem, data.K, to_tolerance(1e-6), cold.w);
    EXPECT_GT(cold.iterations, 10);
    EXPECT_EQ(warm.iterations, 0);
    testing::expect_optimal(problem, data.K, warm, 1e-6);
    EXPECT_NEAR(warm.dual, cold.dual, 1e-12 * cold.dual);
  }
}

TEST(SolveSvmStart, NearTheSolutionSavesWork) {
  const auto data = testing::generated_svm_data("friedman1", 300, 0.5);
  const SvmProblem problem = data.problem(3.0, 0.1);
  const SvmSolution cold = solve_svm(problem, data.K, to_tolerance(1e-4));
  const Matrix K = 1.001 * data.K;
  const SvmSolution warm = solve_svm(problem, K, to_tolerance(1e-4), cold.w);
  testing::expect_optimal(problem, K, warm, 1e-4);
  EXPECT_LT(warm.iterations, solve_svm(problem, K, to_tolerance(1e-4)).iterations / 2);
}

TEST(SolveSvmStart, DoesNotChangeTheOptimum) {
  Random random(201);
  for (const std::string name : {"friedman1", "spirals"}) {
    const auto data = testing::generated_svm_data(name, 100);
    const SvmProblem problem = data.problem(20.0, 0.05);
    const double optimum = solve_svm(problem, data.K, to_tolerance(1e-8)).dual;
    for (const double size : {1e-6, 1.0, 100.0, 1e8}) {  // infeasible: bounds and sum violated
      const Vector start = size * testing::normal_vector(random, 100);
      const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(1e-8), start);
      testing::expect_optimal(problem, data.K, solution, 1e-8);
      EXPECT_NEAR(solution.dual, optimum, 1e-7 * optimum);
    }
    // All weights at the same bound: the sum is as wrong as can be.
    const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(1e-8), problem.upper);
    testing::expect_optimal(problem, data.K, solution, 1e-8);
    EXPECT_NEAR(solution.dual, optimum, 1e-7 * optimum);
  }
}

TEST(SolveSvmStop, ARequestReturnsAtOnceWithAValidGap) {
  const auto data = testing::generated_svm_data("friedman1", 200);
  const SvmProblem problem = data.problem(1e4, 0.001);
  SvmOptions options = to_tolerance(1e-9);
  options.stop = [] { return true; };
  const SvmSolution from_zero = solve_svm(problem, data.K, options);
  EXPECT_EQ(from_zero.status, Status::interrupted);
  EXPECT_EQ(from_zero.iterations, 0);
  testing::expect_honest(problem, data.K, from_zero);

  Random random(202);
  const Vector start = testing::normal_vector(random, 200);
  const SvmSolution from_infeasible = solve_svm(problem, data.K, options, start);
  EXPECT_EQ(from_infeasible.status, Status::interrupted);
  testing::expect_honest(problem, data.K, from_infeasible);
}

TEST(SolveSvmStop, ADualThatIsEnoughEndsTheSolve) {
  const auto data = testing::generated_svm_data("friedman1", 200);
  const SvmProblem problem = data.problem(1e4, 0.001);
  const SvmSolution whole = solve_svm(problem, data.K, to_tolerance(1e-9));
  SvmOptions options = to_tolerance(1e-9);
  options.enough_dual = 0.3 * whole.dual;
  const SvmSolution early = solve_svm(problem, data.K, options);
  EXPECT_EQ(early.status, Status::interrupted);
  EXPECT_GT(early.dual, options.enough_dual * (1.0 - 1e-12));
  EXPECT_LT(early.iterations, whole.iterations);
  testing::expect_honest(problem, data.K, early);
  options.enough_dual = 1.1 * whole.dual;  // never reached
  EXPECT_EQ(solve_svm(problem, data.K, options).status, Status::converged);
}

TEST(SolveSvmStop, ALateRequestReturnsTheBestSoFar) {
  const auto data = testing::generated_svm_data("canyon", 200);
  const SvmProblem problem = data.problem(1e3, 0.01);
  const double optimum = solve_svm(problem, data.K, to_tolerance(1e-8)).dual;
  double previous = 0.0;
  for (const int patience : {1, 3, 10}) {
    int polls = 0;
    SvmOptions options = to_tolerance(1e-14);
    options.stop = [&] { return ++polls > patience; };
    const SvmSolution solution = solve_svm(problem, data.K, options);
    EXPECT_NE(solution.status, Status::iteration_limit);
    testing::expect_honest(problem, data.K, solution);
    EXPECT_LE(solution.dual, optimum * (1.0 + 1e-7));
    EXPECT_GE(solution.primal, optimum * (1.0 - 1e-7));
    EXPECT_GE(solution.dual, previous * (1.0 - 1e-7));
    previous = solution.dual;
  }
}

TEST(SolveSvmStop, IterationsHaveALimit) {
  const auto data = testing::generated_svm_data("friedman1", 200);
  const SvmProblem problem = data.problem(1e4, 0.001);
  for (const long limit : {1L, 5L, 50L}) {
    SvmOptions options = to_tolerance(1e-12);
    options.max_iterations = limit;
    const SvmSolution solution = solve_svm(problem, data.K, options);
    EXPECT_EQ(solution.status, Status::iteration_limit) << to_string(solution.status);
    EXPECT_LE(solution.iterations, limit);
    testing::expect_honest(problem, data.K, solution);
  }
}

TEST(SolveSvmStop, ToleranceBeyondRoundingEnds) {
  for (const std::string name : {"friedman1", "spirals"}) {
    const auto data = testing::generated_svm_data(name, 100);
    const SvmProblem problem = data.problem(100.0, 0.05);
    const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(0.0));
    EXPECT_TRUE(solution.status == Status::stalled || solution.status == Status::converged)
        << to_string(solution.status);
    testing::expect_honest(problem, data.K, solution);
    EXPECT_LE(testing::objectives(problem, data.K, solution.w, solution.b).relative_gap(), 1e-9);
  }
}

TEST(SolveSvmStop, KernelsOfLowRankEndAtTightTolerances) {
  // The free weights outnumber the rank, so that rounding decides where they go.
  Random random(203);
  for (int trial = 0; trial < 200; ++trial) {
    SCOPED_TRACE("trial " + std::to_string(trial));
    const Index rank = 3 + trial % 8;
    const Matrix features = testing::normal_matrix(random, 36, rank);
    const Matrix K =
        features * testing::matrix_of_condition(random, rank, 1e3) * features.transpose();
    const Vector y = testing::normal_vector(random, 36);
    const double tube = trial % 2 == 0 ? 0.1 : 0.0;
    const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(36, 2.0), tube);
    const Vector start = testing::normal_vector(random, 36);
    const SvmSolution solution = solve_svm(problem, K, to_tolerance(1e-9), start);
    ASSERT_TRUE(solution.status == Status::converged || solution.status == Status::stalled)
        << to_string(solution.status);
    testing::expect_honest(problem, K, solution);
    EXPECT_LE(testing::objectives(problem, K, solution.w, solution.b).relative_gap(), 1e-6);
  }
}

}  // namespace
}  // namespace tkl
