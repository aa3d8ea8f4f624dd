/// Learning on the rows that matter: what it certifies holds for all rows.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "learn/part.hpp"
#include "learn/problems.hpp"
#include "learn/recording_family.hpp"
#include "support/svm_truth.hpp"

namespace tkl {
namespace {

constexpr Index rows = 1200;

/// Enough rows to look for a part, and few of them support vectors.
struct Example {
  Matrix x = testing::random_points(rows, 2, 11);
  std::shared_ptr<const KernelFamily> family =
      std::make_shared<Tessellated>(testing::tessellated(2, Basis::x, 1, 1e-3));
  SvmProblem problem;
  LearnOptions options;

  explicit Example(Task task) {
    const Vector cost = Vector::Constant(rows, 10.0);
    problem = task == Task::regression
                  ? SvmProblem::regression(testing::noisy_values(x, 0.3, 7), cost, 0.6)
                  : SvmProblem::classification(testing::noisy_signs(x, 0.05, 7), cost);
    options.threads = Threads(1);
  }
};

class LearnOnParts : public ::testing::TestWithParam<Task> {};

void expect_certified(const LearnResult& result, const Example& example) {
  EXPECT_TRUE(example.family->feasible_set().contains(result.P, 1e-9));
  const Matrix K = example.family->gram(result.P, example.x, Threads(1));
  testing::expect_honest(example.problem, K, result.svm);
  EXPECT_EQ(result.upper, result.svm.primal);
  EXPECT_LE(result.lower, result.upper);
}

TEST_P(LearnOnParts, CertifiesTheWhole) {
  Example example(GetParam());
  example.options.tolerance = 1e-8;
  const LearnResult exact = learn(*example.family, example.x, example.problem, example.options);
  ASSERT_EQ(exact.status, Status::converged);
  expect_certified(exact, example);

  example.options.tolerance = 1e-3;
  const testing::RecordingFamily recording(example.family);
  const LearnResult result = learn(recording, example.x, example.problem, example.options);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_LE(result.relative_gap(), 1e-3);
  expect_certified(result, example);
  const double slack = 1e-7 * exact.upper;
  EXPECT_LE(result.lower, exact.upper + slack);
  EXPECT_GE(result.upper, exact.lower - slack);
  ASSERT_EQ(std::ssize(result.history), result.iterations);
  for (std::size_t k = 0; k < result.history.size(); ++k) {
    EXPECT_EQ(result.history[k].iteration, static_cast<int>(k) + 1);
    EXPECT_LE(result.history[k].lower, exact.upper + slack);
    EXPECT_GE(result.history[k].upper, exact.lower - slack);
  }

  Index fewest = rows;
  for (const Vector& w : recording.weights()) fewest = std::min(fewest, w.size());
  EXPECT_LE(fewest, rows / 2) << "no part was tried";
}

TEST_P(LearnOnParts, WhatIsLeftAfterAStopIsCertified) {
  int interrupted = 0;
  for (int allowed = 0; allowed < 60; allowed += 3) {
    Example example(GetParam());
    int polls = 0;
    example.options.tolerance = 1e-8;
    example.options.stop = [&polls, allowed] { return ++polls > allowed; };
    const LearnResult result = learn(*example.family, example.x, example.problem, example.options);
    interrupted += result.status == Status::interrupted ? 1 : 0;
    expect_certified(result, example);
  }
  EXPECT_GE(interrupted, 3);
}

TEST_P(LearnOnParts, IterationsAreLimited) {
  Example example(GetParam());
  example.options.tolerance = 1e-9;
  for (const int limit : {1, 2, 3}) {
    example.options.max_iterations = limit;
    int calls = 0;
    example.options.on_progress = [&calls](const Progress& progress) {
      EXPECT_EQ(progress.bounds.iteration, ++calls);
    };
    const LearnResult result = learn(*example.family, example.x, example.problem, example.options);
    EXPECT_EQ(result.status, Status::iteration_limit);
    EXPECT_EQ(result.iterations, limit);
    EXPECT_EQ(calls, limit);
    expect_certified(result, example);
  }
}

TEST_P(LearnOnParts, GivesTheSameBitsForAnyNumberOfThreads) {
  Example example(GetParam());
  const LearnResult one = learn(*example.family, example.x, example.problem, example.options);
  example.options.threads = Threads(3);
  const LearnResult three = learn(*example.family, example.x, example.problem, example.options);
  EXPECT_EQ(one.P, three.P);
  EXPECT_EQ(one.svm.w, three.svm.w);
  EXPECT_EQ(one.upper, three.upper);
  EXPECT_EQ(one.lower, three.lower);
}

/// In regression a part begins with what is known of all rows: the weights at P = I are found once, and D
/// is asked of them for the whole and for the part, where the rows that were left out had no weight.
TEST(LearnOnPartsOfRegression, NothingIsSolvedTwice) {
  Example example(Task::regression);
  const testing::RecordingFamily recording(example.family);
  const LearnResult result = learn(recording, example.x, example.problem, example.options);
  ASSERT_EQ(result.status, Status::converged);
  const std::vector<Vector>& weights = recording.weights();
  ASSERT_GE(weights.size(), 3U);
  ASSERT_EQ(weights[0].size(), rows);
  ASSERT_LT(weights[1].size(), rows) << "no part was tried";
  const auto nonzero = [](const Vector& w) {
    std::vector<double> some;
    std::copy_if(w.begin(), w.end(), std::back_inserter(some), [](double x) { return x != 0.0; });
    return some;
  };
  EXPECT_EQ(nonzero(weights[1]), nonzero(weights[0]));
  EXPECT_LT(result.inner_solves, std::ssize(weights));
}

/// In classification all rows are seen in single precision only, to choose the part by.
TEST(LearnOnPartsOfClasses, BeginRoughly) {
  Example example(Task::classification);
  const testing::RecordingFamily recording(example.family);
  const LearnResult result = learn(recording, example.x, example.problem, example.options);
  ASSERT_EQ(result.status, Status::converged);
  expect_certified(result, example);
  for (const Vector& w : recording.weights()) EXPECT_LE(2 * w.size(), rows);
  EXPECT_LE(2 * recording.largest_gram(), rows);
  EXPECT_EQ(recording.rounded_grams(), 1);
}

/// With squared losses there is no tube either, and all rows matter.
TEST(LearnOnPartsOfRegression, SquaredLossesDoNotBeginRoughly) {
  Example example(Task::regression);
  example.problem = example.problem.squared();
  const testing::RecordingFamily recording(example.family);
  const LearnResult result = learn(recording, example.x, example.problem, example.options);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_EQ(recording.rounded_grams(), 0);
}

/// Where most rows are support vectors the rough solution is where the accurate one begins.
TEST(LearnOnPartsOfClasses, ManySupportVectorsAreNoObstacle) {
  Example example(Task::classification);
  example.problem = SvmProblem::classification(testing::noisy_signs(example.x, 0.4, 7),
                                               Vector::Constant(rows, 1e-3));
  example.options.tolerance = 1e-6;
  int calls = 0;
  example.options.on_progress = [&calls](const Progress& progress) {
    EXPECT_EQ(progress.bounds.iteration, ++calls);
  };
  const testing::RecordingFamily recording(example.family);
  const LearnResult result = learn(recording, example.x, example.problem, example.options);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_EQ(calls, result.iterations);
  expect_certified(result, example);
  EXPECT_EQ(recording.largest_gram(), rows);
  EXPECT_GE(result.inner_solves, 2);
}

INSTANTIATE_TEST_SUITE_P(Tasks, LearnOnParts,
                         ::testing::Values(Task::regression, Task::classification),
                         [](const auto& task) {
                           return task.param == Task::regression ? "Regression" : "Classification";
                         });

TEST(Part, HasTheRowsGiven) {
  const Matrix x = testing::random_points(10, 2, 3);
  SvmProblem problem = testing::regression_problem(x, 2.0, 0.1);
  problem.upper(7) = 5.0;
  const Part part = part_of(x, problem, {2, 7});
  EXPECT_EQ(part.rows, (std::vector<Index>{2, 7}));
  EXPECT_EQ(part.x, x({2, 7}, Eigen::all));
  EXPECT_EQ(part.problem.y(1), problem.y(7));
  EXPECT_EQ(part.problem.upper(1), 5.0);
  EXPECT_EQ(part.problem.lower(0), -2.0);
  EXPECT_EQ(part.problem.epsilon, 0.1);
}

TEST(RowsThatMatter, AreBeyondTheTubeOrAlmost) {
  Vector y(5);
  y << 0.0, 0.79, 0.81, -3.0, 1.5;
  const SvmProblem regression = SvmProblem::regression(y, Vector::Ones(5), 1.0);
  SvmSolution zero{Vector::Zero(5), Vector::Zero(5)};
  EXPECT_EQ(rows_that_matter(regression, zero, {}), (std::vector<Index>{2, 3, 4}));
  EXPECT_EQ(rows_that_matter(regression, zero, {0, 3}), (std::vector<Index>{0, 2, 3, 4}));
  zero.b = 0.5;
  EXPECT_EQ(rows_that_matter(regression, zero, {}), (std::vector<Index>{3, 4}));

  Vector labels(4);
  labels << 1.0, 1.0, -1.0, -1.0;
  Vector f(4);
  f << 1.3, 1.1, -1.3, 2.0;  // margins of 1.3, 1.1, 1.3 and -2
  EXPECT_EQ(rows_that_matter(SvmProblem::classification(labels, Vector::Ones(4)),
                             {Vector::Zero(4), f}, {}),
            (std::vector<Index>{1, 3}));
}

TEST(RowsThatMatter, HaveAllWeights) {
  // A rough solution may leave a weight where there is no loss at all.
  const SvmProblem problem = SvmProblem::regression(Vector::Zero(3), Vector::Ones(3), 1.0);
  const Vector w = (Vector(3) << 0.25, 0.0, -0.25).finished();
  EXPECT_EQ(rows_that_matter(problem, {w, Vector::Zero(3)}, {}), (std::vector<Index>{0, 2}));
}

}  // namespace
}  // namespace tkl
