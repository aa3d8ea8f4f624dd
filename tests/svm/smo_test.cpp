#include "svm/smo.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"

namespace tkl {
namespace {

DualState zero(Index size) { return {Vector::Zero(size), Vector::Zero(size)}; }

/// By how much the best pair of weights violates optimality, by trying all pairs.
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

class SmoOnData : public ::testing::TestWithParam<std::string> {};

TEST_P(SmoOnData, FromZeroReachesTheOptimum) {
  const auto data = testing::generated_svm_data(GetParam(), 100);
  for (const double tube : {0.0, 0.1}) {
    const SvmProblem problem = data.problem(1.0, tube);
    DualState state = zero(100);
    const long updates = run_smo(problem, data.K, state, 1000000, 1e-6);
    EXPECT_LT(updates, 1000000);
    EXPECT_LE(largest_violation(problem, state), 1e-6);
    testing::expect_feasible(problem, state.w);
    EXPECT_LE((data.K * state.w - state.f).cwiseAbs().maxCoeff(), 1e-9);
    const double b = testing::best_intercept_by_force(problem, state.f);
    EXPECT_LE(testing::objectives(problem, data.K, state.w, b).relative_gap(), 1e-5);
  }
}

TEST_P(SmoOnData, NoUpdateLowersTheDual) {
  const auto data = testing::generated_svm_data(GetParam(), 60);
  const SvmProblem problem = data.problem(0.5, 0.05);
  DualState state = zero(60);
  double before = 0.0;
  for (int update = 0; update < 150; ++update) {
    if (run_smo(problem, data.K, state, 1, 1e-8) == 0) break;
    const double after = testing::dual_objective(problem, data.K, state.w);
    ASSERT_GE(after, before * (1.0 - 1e-14)) << "update " << update;
    if (update < 10) {
      ASSERT_GT(after, before);
    }
    before = after;
  }
  EXPECT_GT(before, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Generators, SmoOnData, ::testing::Values("friedman1", "spirals"),
                         [](const auto& name) { return name.param; });

TEST(Smo, DoesNothingAtAnOptimum) {
  const auto data = testing::generated_svm_data("friedman1", 50);
  const SvmProblem problem = data.problem(1.0, 100.0);
  DualState state = zero(50);
  EXPECT_EQ(run_smo(problem, data.K, state, 100, 0.0), 0);
  EXPECT_EQ(state.w, Vector::Zero(50));
}

TEST(Smo, OneUpdateIsExactAcrossZero) {
  // w = (-1, 1), K = I: along (t - 1, 1 - t) the dual is y·w - 0.1·2|1 - t| - (1 - t)², whose
  // maximum for y = (2, -2) lies beyond the kink, at w = (1.9, -1.9).
  const SvmProblem problem =
      SvmProblem::regression((Vector(2) << 2.0, -2.0).finished(), Vector::Constant(2, 5.0), 0.1);
  const Matrix K = Matrix::Identity(2, 2);
  DualState state{(Vector(2) << -1.0, 1.0).finished(), (Vector(2) << -1.0, 1.0).finished()};
  EXPECT_EQ(run_smo(problem, K, state, 1, 0.0), 1);
  EXPECT_NEAR(state.w(0), 1.9, 1e-14);
  EXPECT_NEAR(state.w(1), -1.9, 1e-14);
}

TEST(Smo, ReachesBoundsExactly) {
  const SvmProblem problem =
      SvmProblem::regression((Vector(2) << 2.0, -2.0).finished(), Vector::Constant(2, 0.3), 0.1);
  const Matrix K = Matrix::Identity(2, 2);
  DualState state{(Vector(2) << -0.1, 0.1).finished(), (Vector(2) << -0.1, 0.1).finished()};
  run_smo(problem, K, state, 10, 0.0);
  EXPECT_EQ(state.w(0), 0.3);
  EXPECT_EQ(state.w(1), -0.3);
}

}  // namespace
}  // namespace tkl
