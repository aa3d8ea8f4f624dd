#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "tkl/svm.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::expect_optimal;
using testing::Random;
using testing::to_tolerance;

TEST(SolveSvm, MeetsTheOptimalityConditionsRowByRow) {
  for (const std::string name : {"friedman1", "spirals"}) {
    const auto data = testing::generated_svm_data(name, 150);
    for (const double cost : {0.1, 10.0, 1e3}) {
      for (const double tube : {0.0, 0.1}) {
        SCOPED_TRACE(name + ", C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
        const SvmProblem problem = data.problem(cost, tube);
        const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(1e-9));
        expect_optimal(problem, data.K, solution, 1e-9);
        testing::expect_kkt(problem, data.K, solution, 1e-4);
      }
    }
  }
}

TEST(SolveSvm, ToleranceIsKeptAtEveryLevel) {
  const auto data = testing::generated_svm_data("friedman1", 100);
  const SvmProblem problem = data.problem(100.0, 0.01);
  const double optimum = solve_svm(problem, data.K, to_tolerance(1e-11)).dual;
  for (const double tolerance : {0.5, 1e-1, 1e-2, 1e-3, 1e-5, 1e-8}) {
    const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(tolerance));
    expect_optimal(problem, data.K, solution, tolerance);
    EXPECT_LE(solution.dual, optimum * (1.0 + 1e-10));
    EXPECT_GE(solution.primal, optimum * (1.0 - 1e-10));
  }
}

TEST(SolveSvm, TwoRowsHaveASolutionByHand) {
  // K = I, y = ±1: f = ±w, so that max 2w - w² over 0 ≤ w ≤ C.
  const Vector y = (Vector(2) << 1.0, -1.0).finished();
  const Matrix K = Matrix::Identity(2, 2);
  for (const double cost : {0.25, 1.0, 7.0}) {
    const double expected = std::min(cost, 1.0);
    const SvmSolution solution =
        solve_svm(SvmProblem::classification(y, Vector::Constant(2, cost)), K, to_tolerance(1e-10));
    EXPECT_NEAR(solution.w(0), expected, 1e-9);
    EXPECT_NEAR(solution.w(1), -expected, 1e-9);
    EXPECT_NEAR(solution.b, 0.0, 1e-9);
    EXPECT_NEAR(solution.dual, 2.0 * expected - expected * expected, 1e-9);
  }
  const SvmSolution solution = solve_svm(
      SvmProblem::regression(3.0 * y, Vector::Constant(2, 100.0), 0.5), K, to_tolerance(1e-10));
  EXPECT_NEAR(solution.w(0), 2.5, 1e-9);
}

TEST(SolveSvm, DuplicateRowsWithDifferentTargets) {
  Random random(101);
  const Matrix half = testing::uniform_matrix(random, 40, 2);
  Matrix points(80, 2);
  points << half, half;
  const Matrix K = testing::default_gram(points);
  const Vector targets = testing::normal_vector(random, 80);
  const Vector labels = targets.unaryExpr([](double t) { return t > 0.0 ? 1.0 : -1.0; });
  for (const double cost : {0.1, 10.0, 1e4, 1e6}) {
    SCOPED_TRACE(cost);
    const Vector costs = Vector::Constant(80, cost);
    for (const auto& problem :
         {SvmProblem::regression(targets, costs, 0.0), SvmProblem::regression(targets, costs, 0.1),
          SvmProblem::classification(labels, costs)}) {
      expect_optimal(problem, K, solve_svm(problem, K, to_tolerance(1e-6)), 1e-6);
    }
  }
}

TEST(SolveSvm, KernelOfLowRank) {
  Random random(102);
  const Matrix x = testing::normal_matrix(random, 150, 3);
  const Matrix K = x * x.transpose();
  const Vector y = x.col(0) - 2.0 * x.col(1) + 0.3 * testing::normal_vector(random, 150);
  const Vector labels = y.unaryExpr([](double t) { return t > 0.0 ? 1.0 : -1.0; });
  for (const double cost : {1e-2, 1.0, 1e3, 1e6}) {
    SCOPED_TRACE(cost);
    const Vector costs = Vector::Constant(150, cost);
    for (const auto& problem :
         {SvmProblem::regression(y, costs, 0.0), SvmProblem::regression(y, costs, 0.1),
          SvmProblem::classification(labels, costs)}) {
      expect_optimal(problem, K, solve_svm(problem, K, to_tolerance(1e-6)), 1e-6);
    }
  }
}

TEST(SolveSvm, KernelIndefiniteByRounding) {
  Random random(103);
  const Matrix x = testing::normal_matrix(random, 100, 3);
  const Vector y = testing::normal_vector(random, 100);
  const Matrix K = x * x.transpose() + 1e-13 * testing::symmetric_matrix(random, 100);
  for (const double cost : {1.0, 1e4}) {
    SCOPED_TRACE(cost);
    const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(100, cost), 0.1);
    expect_optimal(problem, K, solve_svm(problem, K, to_tolerance(1e-5)), 1e-5);
  }
}

TEST(SolveSvm, KernelZero) {
  Random random(104);
  const Vector y = testing::normal_vector(random, 31);
  const Matrix K = Matrix::Zero(31, 31);
  const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(31, 2.0), 0.1);
  const SvmSolution solution = solve_svm(problem, K, to_tolerance(1e-8));
  expect_optimal(problem, K, solution, 1e-8);
  // Nothing but b is left: the loss of the best constant.
  const double b = testing::best_intercept_by_force(problem, Vector::Zero(31));
  const auto truth = testing::objectives(problem, K, Vector::Zero(31), b).primal;
  EXPECT_NEAR(solution.primal, static_cast<double>(truth), 1e-7 * static_cast<double>(truth));
}

TEST(SolveSvm, ConstantTargetNeedsNoWeights) {
  const auto data = testing::generated_svm_data("friedman1", 40);
  for (const double tube : {0.0, 0.1}) {
    for (const double constant : {0.0, 3.3, -1e6}) {
      const SvmProblem problem =
          SvmProblem::regression(Vector::Constant(40, constant), Vector::Constant(40, 100.0), tube);
      const SvmSolution solution = solve_svm(problem, data.K, to_tolerance(1e-6));
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_EQ(solution.w, Vector::Zero(40));
      EXPECT_NEAR(solution.b, constant, tube + 1e-9);
      EXPECT_EQ(solution.primal, 0.0);
    }
  }
}

TEST(SolveSvm, TubeWiderThanTheSpreadNeedsNoWeights) {
  const auto data = testing::generated_svm_data("friedman1", 60);
  const double spread = data.y.maxCoeff() - data.y.minCoeff();
  const SvmProblem problem = data.problem(1e3, 0.51 * spread);
  const SvmSolution solution = solve_svm(problem, data.K);
  EXPECT_EQ(solution.w, Vector::Zero(60));
  EXPECT_EQ(solution.primal, 0.0);
  EXPECT_EQ(solution.status, Status::converged);
}

TEST(SolveSvm, TubeExactlyAsWideAsTheSpread) {
  // The optimum is 0 and rounding makes the sign of single terms a matter of luck.
  const auto data = testing::generated_svm_data("friedman1", 60);
  const double spread = data.y.maxCoeff() - data.y.minCoeff();
  const SvmProblem problem = data.problem(1e3, 0.5 * spread);
  const SvmSolution solution = solve_svm(problem, data.K);
  testing::expect_feasible(problem, solution.w);
  EXPECT_LE(std::abs(solution.primal), 1e-9);
  EXPECT_LE(solution.w.lpNorm<1>(), 1e-9);
}

TEST(SolveSvm, RowsOfCostZeroAreAsIfAbsent) {
  const auto data = testing::generated_svm_data("friedman1", 90);
  Vector costs = Vector::Constant(90, 5.0);
  std::vector<Index> kept;
  for (Index i = 0; i < 90; ++i) {
    if (i % 3 == 0) {
      costs(i) = 0.0;
    } else {
      kept.push_back(i);
    }
  }
  const SvmProblem all = SvmProblem::regression(data.y, costs, 0.05);
  const SvmProblem some = SvmProblem::regression(data.y(kept), costs(kept), 0.05);
  const SvmSolution with_zeros = solve_svm(all, data.K, to_tolerance(1e-9));
  const SvmSolution without = solve_svm(some, data.K(kept, kept), to_tolerance(1e-9));
  expect_optimal(all, data.K, with_zeros, 1e-9);
  EXPECT_NEAR(with_zeros.dual, without.dual, 1e-8 * without.dual);
  EXPECT_LE((with_zeros.w(kept) - without.w).cwiseAbs().maxCoeff(), 1e-3);
  for (Index i = 0; i < 90; i += 3) EXPECT_EQ(with_zeros.w(i), 0.0);
}

TEST(SolveSvm, AllCostsZero) {
  const auto data = testing::generated_svm_data("spirals", 20);
  const SvmSolution solution = solve_svm(data.problem(0.0, 0.0), data.K);
  EXPECT_EQ(solution.w, Vector::Zero(20));
  EXPECT_EQ(solution.primal, 0.0);
  EXPECT_EQ(solution.status, Status::converged);
}

TEST(SolveSvm, CostsOfARowAreTheSameAsRepeatedRows) {
  Random random(105);
  for (const std::string name : {"friedman1", "spirals"}) {
    const auto data = testing::generated_svm_data(name, 60);
    Vector weights(60);
    std::vector<Index> repeated;
    for (Index i = 0; i < 60; ++i) {
      weights(i) = std::floor(random.uniform(0.0, 4.0));
      for (int k = 0; k < static_cast<int>(weights(i)); ++k) repeated.push_back(i);
    }
    const Vector costs = 2.0 * weights;
    const Vector equal = Vector::Constant(static_cast<Index>(repeated.size()), 2.0);
    const bool classes = data.task == Task::classification;
    const Vector y = data.y(repeated);
    const SvmProblem weighted = classes ? SvmProblem::classification(data.y, costs)
                                        : SvmProblem::regression(data.y, costs, 0.05);
    const SvmProblem longer =
        classes ? SvmProblem::classification(y, equal) : SvmProblem::regression(y, equal, 0.05);
    const SvmSolution a = solve_svm(weighted, data.K, to_tolerance(1e-10));
    const SvmSolution b = solve_svm(longer, data.K(repeated, repeated), to_tolerance(1e-10));
    EXPECT_NEAR(a.dual, b.dual, 1e-9 * a.dual);
    // The same function of x, too.
    const Vector f = data.K(Eigen::all, repeated) * b.w;
    EXPECT_LE((a.kernel_times_w - f).cwiseAbs().maxCoeff(), 1e-4 * f.cwiseAbs().maxCoeff());
  }
}

TEST(SolveSvm, RowsMayBePermuted) {
  Random random(106);
  const auto data = testing::generated_svm_data("canyon", 100);
  const std::vector<Index> order = testing::permutation(random, 100);
  const Vector costs = Vector::Constant(100, 50.0);
  const SvmSolution a =
      solve_svm(SvmProblem::regression(data.y, costs, 0.02), data.K, to_tolerance(1e-10));
  const SvmSolution b = solve_svm(SvmProblem::regression(data.y(order), costs, 0.02),
                                  data.K(order, order), to_tolerance(1e-10));
  EXPECT_NEAR(a.dual, b.dual, 1e-9 * a.dual);
  EXPECT_NEAR(a.b, b.b, 1e-4);
  EXPECT_LE((a.kernel_times_w(order) - b.kernel_times_w).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(SolveSvm, AddingAConstantToTheTargetMovesOnlyTheIntercept) {
  const auto data = testing::generated_svm_data("friedman1", 80);
  const Vector costs = Vector::Constant(80, 10.0);
  const SvmSolution at_zero =
      solve_svm(SvmProblem::regression(data.y, costs, 0.05), data.K, to_tolerance(1e-9));
  const SvmProblem far = SvmProblem::regression(data.y.array() + 1e4, costs, 0.05);
  const SvmSolution moved = solve_svm(far, data.K, to_tolerance(1e-9));
  expect_optimal(far, data.K, moved, 1e-9);
  EXPECT_NEAR(moved.dual, at_zero.dual, 1e-7 * at_zero.dual);
  EXPECT_NEAR(moved.b - 1e4, at_zero.b, 1e-4);
}

TEST(SolveSvm, HugeCostsAreAsGoodAsInfinite) {
  // No weight is at its bound at C = 1e6, so that C = 1e10 has the same optimum. Its certificate
  // cannot be as sharp: a residual's rounding error of 1e-16 costs 1e-6, for every row.
  for (const std::string name : {"friedman1", "canyon", "spirals", "checkerboard"}) {
    const auto data = testing::generated_svm_data(name, 120);
    for (const double tube : {0.0, 0.01, 0.1}) {
      SCOPED_TRACE(name + ", tube = " + std::to_string(tube));
      const SvmProblem large = data.problem(1e6, tube);
      const SvmSolution truth = solve_svm(large, data.K, to_tolerance(1e-6));
      expect_optimal(large, data.K, truth, 1e-6);
      ASSERT_LT(truth.w.cwiseAbs().maxCoeff(), 1e5);

      const SvmProblem huge = data.problem(1e10, tube);
      const SvmSolution solution = solve_svm(huge, data.K, to_tolerance(1e-6));
      testing::expect_feasible(huge, solution.w);
      EXPECT_TRUE(solution.status == Status::converged || solution.status == Status::stalled)
          << to_string(solution.status);
      EXPECT_NEAR(solution.dual, truth.dual, 1e-5 * truth.dual);
      EXPECT_GE(solution.primal, truth.dual * (1.0 - 1e-8));
      EXPECT_LE(solution.gap(), 2e-3 * truth.dual);
    }
  }
}

TEST(SolveSvm, CostsOfVeryDifferentSize) {
  Random random(107);
  const auto data = testing::generated_svm_data("friedman1", 100);
  const Vector costs =
      Vector::NullaryExpr(100, [&] { return std::pow(10.0, random.uniform(-6.0, 6.0)); });
  const SvmProblem problem = SvmProblem::regression(data.y, costs, 0.01);
  expect_optimal(problem, data.K, solve_svm(problem, data.K, to_tolerance(1e-6)), 1e-6);
}

TEST(SolveSvm, IsTheSameForAnyNumberOfThreads) {
  // More rows than a working set and a tile hold, and settings that need every method.
  for (const std::string name : {"friedman1", "checkerboard"}) {
    const auto data = testing::generated_svm_data(name, 600);
    for (const double cost : {1.0, 1e3}) {
      const SvmProblem problem = data.problem(cost, 0.01);
      SvmOptions options;
      options.tolerance = 1e-6;
      options.threads = Threads(1);
      const SvmSolution alone = solve_svm(problem, data.K, options);
      expect_optimal(problem, data.K, alone, 1e-6);
      for (const int count : {2, 3}) {
        SCOPED_TRACE(name + ", C = " + std::to_string(cost) + ", " + std::to_string(count));
        options.threads = Threads(count);
        const SvmSolution solution = solve_svm(problem, data.K, options);
        EXPECT_TRUE(solution.w == alone.w);
        EXPECT_TRUE(solution.kernel_times_w == alone.kernel_times_w);
        EXPECT_EQ(solution.b, alone.b);
        EXPECT_EQ(solution.primal, alone.primal);
        EXPECT_EQ(solution.dual, alone.dual);
        EXPECT_EQ(solution.iterations, alone.iterations);
      }
    }
  }
}

TEST(SolveSvm, IllConditionedKernelWithoutATubeAtALargeCost) {
  // C = 1e6 and a condition of 1e10: nearly an interpolation, which single precision alone cannot
  // find.
  Random random(108);
  const Matrix K = testing::matrix_of_condition(random, 120, 1e10);
  const Vector smooth = K * testing::normal_vector(random, 120);
  const Vector y = smooth / smooth.norm() * std::sqrt(120.0);
  const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(120, 1e6), 0.0);
  expect_optimal(problem, K, solve_svm(problem, K, to_tolerance(1e-6)), 1e-6);
}

TEST(SolveSvm, HardSettingsReachASmallGap) {
  for (const std::string name : {"friedman1", "canyon", "spirals", "checkerboard"}) {
    const auto data = testing::generated_svm_data(name, 300);
    for (const double cost : {1e2, 1e4, 1e6}) {
      for (const double tube : {0.0, 1e-3}) {
        SCOPED_TRACE(name + ", C = " + std::to_string(cost) + ", tube = " + std::to_string(tube));
        const SvmProblem problem = data.problem(cost, tube);
        expect_optimal(problem, data.K, solve_svm(problem, data.K, to_tolerance(1e-6)), 1e-6);
      }
    }
  }
}

TEST(SolveSvm, TwoAndThreeRows) {
  // The optimum by trying all weights on a grid, of which the first two are enough.
  Random random(109);
  for (const Index rows : {2, 3}) {
    for (int trial = 0; trial < 20; ++trial) {
      SCOPED_TRACE(std::to_string(rows) + " rows, trial " + std::to_string(trial));
      const Matrix K = testing::psd_matrix(random, rows, 1 + trial % rows);
      const Vector y = testing::normal_vector(random, rows);
      const double tube = trial % 2 == 0 ? 0.0 : 0.1;
      const SvmProblem problem = SvmProblem::regression(y, Vector::Constant(rows, 1.5), tube);
      const SvmSolution solution = solve_svm(problem, K, to_tolerance(1e-6));
      expect_optimal(problem, K, solution, 1e-6);
      double best = 0.0;
      constexpr int steps = 60;
      for (int i = -steps; i <= steps; ++i) {
        for (int j = rows == 2 ? 0 : -steps; j <= (rows == 2 ? 0 : steps); ++j) {
          Vector w = Vector::Zero(rows);
          w(0) = 1.5 * i / steps;
          w(rows - 1) += 1.5 * j / steps;
          w(1) -= w.sum();
          if (std::abs(w(1)) > 1.5) continue;
          best = std::max(best, testing::dual_objective(problem, K, w));
        }
      }
      EXPECT_GE(solution.primal, best - 1e-12);
      EXPECT_LE(solution.dual, best + 0.05);
    }
  }
}

TEST(SolveSvm, VeryUnbalancedClasses) {
  const auto data = testing::generated_svm_data("friedman1", 150);
  Vector y = Vector::Constant(150, -1.0);
  y(17) = y(80) = 1.0;
  for (const double cost : {1e-3, 1.0, 1e4}) {
    SCOPED_TRACE(cost);
    const SvmProblem problem = SvmProblem::classification(y, Vector::Constant(150, cost));
    expect_optimal(problem, data.K, solve_svm(problem, data.K, to_tolerance(1e-6)), 1e-6);
  }
}

TEST(SolveSvm, OneClassOnlyHasNoWeights) {
  const auto data = testing::generated_svm_data("friedman1", 30);
  const SvmProblem problem =
      SvmProblem::classification(Vector::Ones(30), Vector::Constant(30, 10.0));
  const SvmSolution solution = solve_svm(problem, data.K);
  EXPECT_EQ(solution.w, Vector::Zero(30));
  EXPECT_EQ(solution.primal, 0.0);
  EXPECT_GE(solution.b, 1.0);
}

TEST(SolveSvm, RefusesWhatItCannotSolve) {
  const auto data = testing::generated_svm_data("friedman1", 10);
  const SvmProblem problem = data.problem(1.0, 0.1);
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Matrix K = data.K;
    K(3, 4) = bad;
    EXPECT_TRUE(contains(error_of([&] { solve_svm(problem, K); }), "not finite"));
  }
  EXPECT_TRUE(contains(error_of([&] { solve_svm(problem, data.K.topRows(9)); }), "9 x 10"));
  EXPECT_TRUE(contains(error_of([&] { solve_svm(problem, Matrix::Zero(11, 11)); }), "11 x 11"));
  EXPECT_TRUE(contains(error_of([&] { solve_svm(problem, data.K, {}, Vector::Zero(9)); }),
                       "starting weights are 9"));
  const Vector not_finite = Vector::Constant(10, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(contains(error_of([&] { solve_svm(problem, data.K, {}, not_finite); }), "finite"));
}

}  // namespace
}  // namespace tkl
