#include "tkl/learn.hpp"

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "learn/problems.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

const std::vector<Method> all_methods = {Method::newton, Method::quasi_newton, Method::frank_wolfe};

/// A problem on which every method needs several iterations.
struct Example {
  Matrix x = testing::random_points(60, 2, 9);
  Tessellated family = testing::tessellated(2, Basis::x, 1, 1e-3);
  SvmProblem problem = testing::regression_problem(x, 5.0, 0.05);
  LearnOptions options;

  explicit Example(Method method) {
    options.method = method;
    options.tolerance = 1e-6;
    options.threads = Threads(1);
  }
  LearnResult run() const { return learn(family, x, problem, options); }
};

/// Whatever ended a run, what it returns is a model with a certificate.
void expect_usable(const LearnResult& result, const Example& example) {
  EXPECT_TRUE(example.family.feasible_set().contains(result.P, 1e-9));
  ASSERT_EQ(result.svm.w.size(), example.x.rows());
  EXPECT_TRUE((result.svm.w.array() <= example.problem.upper.array()).all());
  EXPECT_TRUE((result.svm.w.array() >= example.problem.lower.array()).all());
  EXPECT_NEAR(result.svm.w.sum(), 0.0, 1e-9);
  EXPECT_TRUE(std::isfinite(result.svm.b));
  EXPECT_TRUE(std::isfinite(result.upper));
  EXPECT_TRUE(std::isfinite(result.lower));
  EXPECT_TRUE(std::isfinite(result.relative_gap()));
  EXPECT_LE(result.lower, result.upper);
  const Matrix K = example.family.gram(result.P, example.x, Threads(1));
  EXPECT_NEAR((K * result.svm.w - result.svm.kernel_times_w).norm(), 0.0, 1e-9);
}

TEST(Learn, StopsAtTheIterationLimit) {
  for (const Method method : all_methods) {
    Example example(method);
    example.options.max_iterations = 2;
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::iteration_limit) << to_string(method);
    EXPECT_EQ(result.iterations, 2);
    EXPECT_GT(result.relative_gap(), example.options.tolerance);
    expect_usable(result, example);
  }
}

TEST(Learn, AcceptsARoughTolerance) {
  for (const double rough : {0.1, 0.5, 2.0, 1e9}) {
    Example example(Method::newton);
    example.options.tolerance = rough;
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::converged) << rough;
    EXPECT_LE(result.relative_gap(), rough);
    expect_usable(result, example);
  }
}

TEST(Learn, StopsAtTheTimeLimit) {
  for (const Method method : all_methods) {
    Example example(method);
    example.options.time_limit = 1e-9;
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::time_limit) << to_string(method);
    EXPECT_EQ(result.iterations, 1);
    expect_usable(result, example);
  }
}

TEST(Learn, StopRequestInsideTheFirstSolveLeavesAModel) {
  for (const Method method : all_methods) {
    Example example(method);
    example.options.stop = [] { return true; };
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::interrupted) << to_string(method);
    EXPECT_EQ(result.inner_solves, 1);
    EXPECT_NE(result.svm.status, Status::converged);
    expect_usable(result, example);
  }
}

TEST(Learn, StopRequestAtAnyMomentLeavesAModelNoWorseThanBefore) {
  for (const Method method : all_methods) {
    double upper = std::numeric_limits<double>::infinity();
    bool finished = false;
    for (int allowed = 0; !finished && allowed < 4000; allowed += 1 + allowed / 4) {
      Example example(method);
      int polls = 0;
      example.options.stop = [&polls, allowed] { return ++polls > allowed; };
      const LearnResult result = example.run();
      finished = result.status == Status::converged;
      EXPECT_TRUE(finished || result.status == Status::interrupted) << to_string(method);
      // But for rounding, which every certificate has of its own.
      EXPECT_LE(result.upper, upper + 1e-12 * std::abs(result.upper))
          << to_string(method) << " after " << allowed << " polls";
      upper = result.upper;
      expect_usable(result, example);
    }
    EXPECT_TRUE(finished) << to_string(method);
  }
}

TEST(Learn, ReportsProgressOnceAnIteration) {
  for (const Method method : all_methods) {
    Example example(method);
    std::vector<Progress> calls;
    example.options.on_progress = [&calls](const Progress& progress) { calls.push_back(progress); };
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::converged) << to_string(method);
    ASSERT_GE(result.iterations, 3);
    ASSERT_EQ(calls.size(), static_cast<std::size_t>(result.iterations));
    ASSERT_EQ(calls.size(), result.history.size());
    for (std::size_t k = 0; k < calls.size(); ++k) {
      EXPECT_EQ(calls[k].bounds.iteration, static_cast<int>(k) + 1);
      EXPECT_EQ(calls[k].bounds.upper, result.history[k].upper);
      EXPECT_EQ(calls[k].bounds.lower, result.history[k].lower);
      EXPECT_GT(calls[k].support_vectors, 0);
      if (k == 0) continue;
      EXPECT_GE(calls[k].seconds, calls[k - 1].seconds);
      EXPECT_GT(calls[k].inner_solves, calls[k - 1].inner_solves);
    }
    EXPECT_EQ(calls.back().inner_solves, result.inner_solves);
    EXPECT_EQ(calls.back().support_vectors, (result.svm.w.array() != 0.0).count());
  }
}

TEST(Learn, TimesItsPhases) {
  const LearnResult result = Example(Method::newton).run();
  EXPECT_GT(result.seconds.kernel, 0.0);
  EXPECT_GT(result.seconds.svm, 0.0);
  EXPECT_GT(result.seconds.step, 0.0);
  EXPECT_LE(result.seconds.kernel + result.seconds.svm + result.seconds.step, result.seconds.total);
}

TEST(Learn, GivesTheSameBitsForAnyNumberOfThreads) {
  const Matrix x = testing::random_points(300, 3, 4);
  const SvmProblem problem = testing::regression_problem(x, 5.0, 0.05);
  for (const auto& family : testing::families(3, 1e-3)) {
    for (const Method method : all_methods) {
      LearnOptions options;
      options.method = method;
      options.max_iterations = 4;
      options.threads = Threads(1);
      const LearnResult one = learn(*family, x, problem, options);
      for (const int count : {2, 3}) {
        options.threads = Threads(count);
        const LearnResult many = learn(*family, x, problem, options);
        EXPECT_EQ(one.P, many.P) << to_string(method) << ", " << count << " threads";
        EXPECT_EQ(one.svm.w, many.svm.w);
        EXPECT_EQ(one.svm.b, many.svm.b);
        EXPECT_EQ(one.upper, many.upper);
        EXPECT_EQ(one.lower, many.lower);
        EXPECT_EQ(one.inner_solves, many.inner_solves);
      }
    }
  }
}

TEST(Learn, DoesNotDependOnTheOrderOfTheRows) {
  for (const Method method : all_methods) {
    Example example(method);
    example.options.tolerance = method == Method::frank_wolfe ? 1e-6 : 1e-8;
    const LearnResult straight = example.run();
    ASSERT_EQ(straight.status, Status::converged) << to_string(method);
    std::vector<Index> order;
    for (Index i = 0; i < example.x.rows(); ++i) order.push_back((17 * i + 5) % example.x.rows());
    Example permuted = example;
    permuted.x = example.x(order, Eigen::all);
    permuted.problem.y = Vector(example.problem.y(order));
    const LearnResult shuffled = permuted.run();
    ASSERT_EQ(shuffled.status, Status::converged) << to_string(method);
    EXPECT_NE(shuffled.svm.w, straight.svm.w);
    EXPECT_NEAR(shuffled.upper, straight.upper, 1e-6 * straight.upper) << to_string(method);
  }
}

TEST(Learn, AllMethodsReachTheSameOptimum) {
  const double optimum = Example(Method::newton).run().upper;
  for (const Method method : {Method::quasi_newton, Method::frank_wolfe}) {
    EXPECT_NEAR(Example(method).run().upper, optimum, 2e-6 * optimum) << to_string(method);
  }
}

/// A rough answer must not cost more than an exact one.
TEST(Learn, DefaultToleranceIsReachedForAllFamiliesAndTasks) {
  const Matrix x = testing::random_points(36, 2, 3);
  for (const auto& family : testing::families(2, 1e-3)) {
    for (const SvmProblem& problem :
         {testing::regression_problem(x, 2.0, 0.1), testing::classification_problem(x, 2.0)}) {
      LearnOptions options;
      options.threads = Threads(1);
      const LearnResult result = learn(*family, x, problem, options);
      EXPECT_EQ(result.status, Status::converged)
          << "P has " << family->feasible_set().size() << " rows, tube " << problem.epsilon
          << ", gap " << result.relative_gap();
      EXPECT_LT(result.inner_solves, 500);
    }
  }
}

TEST(Learn, TauOneKeepsTheIdentity) {
  for (const Method method : all_methods) {
    Example example(method);
    example.family = testing::tessellated(2, Basis::x, 1, 1.0);
    example.options.tolerance = 1e-9;
    const LearnResult result = example.run();
    const Matrix identity = Matrix::Identity(6, 6);
    EXPECT_EQ(result.status, Status::converged) << to_string(method);
    EXPECT_EQ(result.P, identity);
    SvmOptions tight;
    tight.tolerance = 1e-10;
    const SvmSolution svm =
        solve_svm(example.problem, example.family.gram(identity, example.x, Threads(1)), tight);
    EXPECT_NEAR(result.upper, svm.primal, 2e-9 * svm.primal);
  }
}

TEST(Learn, OneFixedKernelIsAPlainSvm) {
  const Matrix x = testing::random_points(40, 2, 9);
  const SvmProblem problem = testing::classification_problem(x, 4.0);
  Matrix K(x.rows(), x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < x.rows(); ++j) {
      K(i, j) = std::exp(-(x.row(i) - x.row(j)).squaredNorm() / (2.0 * 0.3 * 0.3));
    }
  }
  SvmOptions tight;
  tight.tolerance = 1e-11;
  const SvmSolution svm = solve_svm(problem, K, tight);
  for (const Method method : all_methods) {
    LearnOptions options;
    options.method = method;
    options.tolerance = 1e-10;
    const LearnResult result =
        learn(testing::kernel_list(2, "gaussian:0.3", 0.0), x, problem, options);
    EXPECT_EQ(result.status, Status::converged) << to_string(method);
    EXPECT_EQ(result.P, Matrix::Ones(1, 1));
    EXPECT_NEAR(result.upper, svm.primal, 1e-8 * svm.primal);
    EXPECT_NEAR((result.svm.w - svm.w).norm(), 0.0, 1e-3 * svm.w.norm());
    EXPECT_NEAR(result.svm.b, svm.b, 1e-4);
  }
}

TEST(Learn, ConstantTargetNeedsNoSupportVectors) {
  for (const Method method : all_methods) {
    Example example(method);
    example.problem.y.setConstant(3.5);
    const LearnResult result = example.run();
    EXPECT_EQ(result.status, Status::converged) << to_string(method);
    EXPECT_EQ(result.svm.w, Vector::Zero(example.x.rows()));
    EXPECT_NEAR(result.svm.b, 3.5, 0.05 + 1e-12);
    EXPECT_EQ(result.upper, 0.0);
    EXPECT_EQ(result.lower, 0.0);
    EXPECT_EQ(result.relative_gap(), 0.0);
  }
}

TEST(Learn, EqualPointsLeaveNothingToLearn) {
  for (const Method method : all_methods) {
    Example example(method);
    example.x.setConstant(0.25);
    const LearnResult result = example.run();
    // Only b can help: the optimum is the loss of the best constant.
    double best = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < example.problem.size(); ++k) {
      for (const double shift : {-0.05, 0.05}) {
        double loss = 0.0;
        for (Index i = 0; i < example.problem.size(); ++i) {
          const double residual = example.problem.y(i) - example.problem.y(k) - shift;
          loss += 5.0 * std::max(0.0, std::abs(residual) - 0.05);
        }
        best = std::min(best, loss);
      }
    }
    EXPECT_EQ(result.status, Status::converged) << to_string(method);
    EXPECT_NEAR(result.upper, best, 1e-5 * best);
    expect_usable(result, example);
  }
}

TEST(Bounds, RelativeGapIsTakenFromTheLargerBound) {
  EXPECT_DOUBLE_EQ((Bounds{1, 4.0, 3.0}).relative_gap(), 0.25);
  EXPECT_DOUBLE_EQ((Bounds{1, 1.0, -4.0}).relative_gap(), 1.25);
  EXPECT_EQ((Bounds{1, 0.0, 0.0}).relative_gap(), 0.0);
  EXPECT_EQ((Bounds{1, 1.0, 1.0 + 1e-15}).relative_gap(), 0.0);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ((Bounds{1, infinity, 3.0}).relative_gap(), infinity);
  EXPECT_EQ((Bounds{1, 3.0, -infinity}).relative_gap(), infinity);
}

TEST(Learn, RefusesInputThatDoesNotFit) {
  const auto error_after = [](const std::function<void(Example&)>& spoil) {
    Example example(Method::newton);
    spoil(example);
    return error_of([&] { example.run(); });
  };
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(contains(error_after([](Example& e) { e.x = Matrix(e.x.topRows(59)); }),
                       "59 points but 60 targets"));
  EXPECT_TRUE(contains(error_after([](Example& e) { e.x = Matrix(e.x.leftCols(1)); }),
                       "1 features but the kernel family is for 2"));
  EXPECT_TRUE(contains(error_after([](Example& e) { e.problem.lower = Vector::Zero(3); }), "rows"));
  EXPECT_TRUE(contains(error_after([](Example& e) { e.x(3, 1) = nan; }), "finite"));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(contains(error_after([](Example& e) { e.options.tolerance = infinity; }), "finite"));
  for (const double bad : {0.0, -1.0, nan}) {
    EXPECT_TRUE(contains(error_after([bad](Example& e) { e.options.tolerance = bad; }),
                         "tolerance must be positive"));
    EXPECT_TRUE(contains(error_after([bad](Example& e) { e.options.time_limit = bad; }),
                         "time limit must be positive"));
  }
  EXPECT_TRUE(contains(error_after([](Example& e) { e.options.max_iterations = 0; }),
                       "at least one iteration"));
}

TEST(Learn, FindsTheSameOptimumWithoutMemoryForTheKernelMatrix) {
  for (const Method method : all_methods) {
    if (method == Method::frank_wolfe) continue;  // slow to six digits
    Example example(method);
    const LearnResult in_memory = example.run();
    // None at all; a cache of a few columns; room for most of it.
    for (const double bytes : {0.0, 2.0 * 8.0 * 60.0 * 5.0, 0.9 * 16.0 * 60.0 * 60.0}) {
      example.options.memory = bytes;
      const LearnResult computed = example.run();
      EXPECT_EQ(computed.status, Status::converged);
      EXPECT_NEAR(computed.upper, in_memory.upper, 2e-6 * in_memory.upper);
      EXPECT_NEAR(computed.lower, in_memory.lower, 2e-6 * in_memory.upper);
      expect_usable(computed, example);
    }
  }
}

}  // namespace
}  // namespace tkl
