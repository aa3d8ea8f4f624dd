#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "learn/problems.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

/// Three lessons about overlapping rows of the same points, of both tasks and of different weight.
struct Example {
  Matrix x = testing::random_points(60, 2, 9);
  Tessellated family = testing::tessellated(2, Basis::x, 1, 1e-2);
  std::vector<Lesson> lessons;
  LearnOptions options;

  Example() {
    options.tolerance = 1e-6;
    options.threads = Threads(1);
    add(0, 40, [](const Matrix& part) { return testing::classification_problem(part, 3.0); });
    add(20, 60, [](const Matrix& part) { return testing::classification_problem(part, 30.0); });
    add(10, 45, [](const Matrix& part) { return testing::regression_problem(part, 5.0, 0.05); });
  }

  template <typename MakeProblem>
  void add(Index begin, Index end, const MakeProblem& make_problem) {
    std::vector<Index> rows(static_cast<std::size_t>(end - begin));
    std::iota(rows.begin(), rows.end(), begin);
    SvmProblem problem = make_problem(x(rows, Eigen::all));
    lessons.push_back({std::move(rows), std::move(problem)});
  }

  SharedLearnResult run() const { return learn_shared(family, x, lessons, options); }

  /// The sum of OPT_A over the lessons at any P, by SVM solves that know nothing of each other.
  double objective(const Matrix& P) const {
    SvmOptions exact;
    exact.tolerance = 1e-9;
    double sum = 0.0;
    for (const Lesson& lesson : lessons) {
      const Matrix K = family.gram(P, x(lesson.rows, Eigen::all), Threads(1));
      sum += solve_svm(lesson.problem, K, exact).primal;
    }
    return sum;
  }
};

TEST(LearnShared, FindsTheMinimumOfTheSum) {
  for (const Method method : {Method::newton, Method::quasi_newton}) {
    Example example;
    example.options.method = method;
    const SharedLearnResult result = example.run();
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LE(result.relative_gap(), 1e-6);
    EXPECT_TRUE(example.family.feasible_set().contains(result.P, 1e-9));
    EXPECT_NEAR(result.upper, example.objective(result.P), 1e-5 * result.upper);

    const Matrix start = example.family.feasible_set().start();
    EXPECT_LT(result.upper, 0.98 * example.objective(start)) << "nothing was learned";
    internal::Random random(3);
    for (int trial = 0; trial < 20; ++trial) {
      Matrix root =
          Matrix::NullaryExpr(start.rows(), start.cols(), [&] { return random.normal(); });
      const Matrix other = example.family.feasible_set().project(root * root.transpose());
      for (const double share : {0.01, 1.0}) {
        const Matrix P = (1.0 - share) * result.P + share * other;
        EXPECT_GE(example.objective(P), result.lower);
      }
    }
  }
}

TEST(LearnShared, OneLessonIsJustLearned) {
  Example example;
  example.lessons.resize(1);
  const Lesson& lesson = example.lessons.front();
  const SharedLearnResult shared = example.run();
  const LearnResult alone =
      learn(example.family, example.x(lesson.rows, Eigen::all), lesson.problem, example.options);
  EXPECT_EQ(shared.P, alone.P);
  ASSERT_EQ(shared.svms.size(), 1U);
  EXPECT_EQ(shared.svms.front().w, alone.svm.w);
  EXPECT_EQ(shared.lower, alone.lower);
}

TEST(LearnShared, CannotBeatAKernelEach) {
  const Example example;
  const SharedLearnResult shared = example.run();
  double own = 0.0;
  for (const Lesson& lesson : example.lessons) {
    own +=
        learn(example.family, example.x(lesson.rows, Eigen::all), lesson.problem, example.options)
            .lower;
  }
  EXPECT_LT(own, shared.lower);
}

TEST(LearnShared, ThreadsAndMemoryChangeNothingThatCounts) {
  Example example;
  const SharedLearnResult one = example.run();
  example.options.threads = Threads(3);
  const SharedLearnResult three = example.run();
  EXPECT_EQ(one.P, three.P);
  example.options.memory = 1e4;  // not enough for a single kernel matrix
  const SharedLearnResult frugal = example.run();
  EXPECT_LE(frugal.relative_gap(), 1e-6);
  EXPECT_NEAR(frugal.upper, one.upper, 1e-5 * one.upper);
}

TEST(LearnShared, StopsWhenAsked) {
  Example example;
  example.options.max_iterations = 2;
  const SharedLearnResult result = example.run();
  EXPECT_EQ(result.status, Status::iteration_limit);
  EXPECT_GT(result.relative_gap(), 1e-6);
  EXPECT_NEAR(result.upper, example.objective(result.P), 0.05 * result.upper);
}

TEST(LearnShared, RefusesLessonsAboutOtherPoints) {
  Example example;
  example.lessons.front().rows.back() = 60;
  EXPECT_TRUE(contains(error_of([&] { example.run(); }), "row 60 of 60 points"));
  example.lessons.clear();
  EXPECT_TRUE(contains(error_of([&] { example.run(); }), "list of lessons is empty"));
}

}  // namespace
}  // namespace tkl
