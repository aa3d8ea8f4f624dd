#include "tkl/cross_validate.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/examples.hpp"

namespace tkl {
namespace {

using testing::both_tasks;
using testing::contains;
using testing::error_of;

std::vector<Index> sizes(const std::vector<int>& fold, int folds) {
  std::vector<Index> count(static_cast<std::size_t>(folds), 0);
  for (const int k : fold) ++count.at(static_cast<std::size_t>(k));
  return count;
}

Index spread(const std::vector<Index>& count) {
  const auto [least, most] = std::minmax_element(count.begin(), count.end());
  return *most - *least;
}

TEST(AssignFolds, SizesDifferByAtMostOne) {
  for (const Task task : both_tasks) {
    for (const Index rows : {10, 23, 40}) {
      const Dataset data = testing::example(task, rows);
      for (const int folds : {2, 3, 5, 10}) {
        const std::vector<int> fold = assign_folds(data, folds, 7);
        ASSERT_EQ(fold.size(), static_cast<std::size_t>(rows));
        EXPECT_LE(spread(sizes(fold, folds)), 1) << rows << " rows, " << folds << " folds";
      }
    }
  }
  const Dataset data = testing::regression_example(12);
  const std::vector<int> alone = assign_folds(data, 12, 7);
  EXPECT_EQ(std::set<int>(alone.begin(), alone.end()).size(), 12U) << "leave one out";
}

TEST(AssignFolds, SpreadsEveryClassEvenly) {
  // Sorted by class, one of them rare.
  Dataset data = testing::classification_example(53);
  for (Index i = 0; i < 53; ++i) data.target(i) = i < 9 ? 1.0 : 0.0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const std::vector<int> fold = assign_folds(data, 4, seed);
    EXPECT_LE(spread(sizes({fold.begin(), fold.begin() + 9}, 4)), 1);
    EXPECT_LE(spread(sizes({fold.begin() + 9, fold.end()}, 4)), 1);
  }
}

TEST(AssignFolds, SpreadsRowsOfPositiveWeightEvenly) {
  for (const Task task : both_tasks) {
    Dataset data = testing::example(task, 40);
    data.weights = Vector::Zero(40);
    data.weights.head(15).setOnes();
    const std::vector<int> fold = assign_folds(data, 5, 7);
    EXPECT_LE(spread(sizes(fold, 5)), 1);
    // Of either class as evenly as can be.
    const std::vector<int> counted(fold.begin(), fold.begin() + 15);
    EXPECT_LE(spread(sizes(counted, 5)), task == Task::regression ? 0 : 2);
  }
}

TEST(AssignFolds, DependsOnTheSeedAlone) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    EXPECT_EQ(assign_folds(data, 5, 42), assign_folds(data, 5, 42));
    EXPECT_NE(assign_folds(data, 5, 42), assign_folds(data, 5, 43));
    EXPECT_NE(assign_folds(data, 5, 0), assign_folds(data, 5, 1));
  }
}

/// Without shuffling, rows k, k + folds, … would share a fold.
TEST(AssignFolds, IsShuffled) {
  const std::vector<int> fold = assign_folds(testing::regression_example(40), 4, 1);
  int in_turn = 0;
  for (std::size_t i = 1; i < fold.size(); ++i) in_turn += fold[i] == (fold[i - 1] + 1) % 4 ? 1 : 0;
  EXPECT_LT(in_turn, 25);
}

TEST(AssignFolds, RefusesAnImpossibleNumber) {
  const Dataset data = testing::regression_example(10);
  for (const int folds : {-1, 0, 1, 11}) {
    EXPECT_TRUE(contains(error_of([&] { assign_folds(data, folds, 1); }),
                         "2 to the number of rows (10); got " + std::to_string(folds)));
  }
}

FitOptions quick() {
  FitOptions options;
  options.learn.threads = Threads(1);
  return options;
}

TEST(CrossValidate, PredictsEveryRowByAModelThatDidNotSeeIt) {
  for (const Task task : both_tasks) {
    Dataset data = testing::example(task, 30);
    data.weights = Vector::LinSpaced(30, 0.5, 2.0);
    std::vector<int> calls;
    const CrossValidation result =
        cross_validate(data, quick(), 3, 11, [&](int completed) { calls.push_back(completed); });
    EXPECT_EQ(calls, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(result.completed, 3);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_EQ(result.fold, assign_folds(data, 3, 11));
    ASSERT_EQ(result.prediction.size(), 30);
    for (int k = 0; k < 3; ++k) {
      Dataset seen = data;
      Index rows = 0;
      for (Index i = 0; i < 30; ++i) {
        if (result.fold[static_cast<std::size_t>(i)] == k) continue;
        seen.points.row(rows) = data.points.row(i);
        seen.target(rows) = data.target(i);
        seen.weights(rows) = data.weights(i);
        ++rows;
      }
      seen.points.conservativeResize(rows, Eigen::NoChange);
      seen.target.conservativeResize(rows);
      seen.weights.conservativeResize(rows);
      const Model model = fit(seen, quick()).model;
      for (Index i = 0; i < 30; ++i) {
        if (result.fold[static_cast<std::size_t>(i)] != k) continue;
        EXPECT_NEAR(result.prediction(i), model.predict(data.points.row(i))(0), 1e-9);
      }
    }
  }
}

TEST(CrossValidate, DependsOnTheSeedAlone) {
  const Dataset data = testing::regression_example(30);
  const Vector one = cross_validate(data, quick(), 3, 1).prediction;
  EXPECT_EQ(cross_validate(data, quick(), 3, 1).prediction, one);
  EXPECT_NE(cross_validate(data, quick(), 3, 2).prediction, one);
}

TEST(CrossValidate, StopsBetweenFoldsWhenAsked) {
  const Dataset data = testing::regression_example(30);
  FitOptions options = quick();
  int finished = 0;
  options.learn.stop = [&finished] { return finished >= 2; };
  const CrossValidation result =
      cross_validate(data, options, 5, 1, [&finished](int completed) { finished = completed; });
  EXPECT_EQ(result.status, Status::interrupted);
  EXPECT_EQ(result.completed, 2);
  EXPECT_EQ(finished, 2);
  options.learn.stop = [] { return true; };
  EXPECT_EQ(cross_validate(data, options, 5, 1).completed, 0);
}

TEST(CrossValidate, TimeLimitHoldsForAllFoldsTogether) {
  const Dataset data = testing::regression_example(30);
  FitOptions options = quick();
  options.learn.time_limit = 1e-9;
  const CrossValidation none = cross_validate(data, options, 5, 1);
  EXPECT_EQ(none.status, Status::time_limit);
  EXPECT_LE(none.completed, 1);

  // No fold alone takes as long as the limit; every fold's progress callback uses up some of it.
  options.learn.time_limit = 0.25;
  options.learn.tolerance = 1e-9;
  options.learn.on_progress = [](const Progress& progress) {
    if (progress.bounds.iteration > 1) return;
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(100)) {
    }
  };
  const CrossValidation some = cross_validate(data, options, 5, 1);
  EXPECT_EQ(some.status, Status::time_limit);
  EXPECT_GE(some.completed, 1);
  EXPECT_LE(some.completed, 3);
}

TEST(CrossValidate, ReportsTheFirstFoldThatDidNotConverge) {
  FitOptions options = quick();
  options.learn.max_iterations = 1;
  options.learn.tolerance = 1e-9;
  const CrossValidation result = cross_validate(testing::regression_example(30), options, 3, 1);
  EXPECT_EQ(result.status, Status::iteration_limit);
  EXPECT_EQ(result.completed, 3);
}

TEST(CrossValidate, FewRowsOfPositiveWeightAreDealtOutOrRefusedAtOnce) {
  Dataset data = testing::example(Task::regression, 40);
  data.weights = Vector::Zero(40);
  data.weights.head(3).setOnes();
  EXPECT_TRUE(cross_validate(data, {}, 5, 1).prediction.allFinite());
  data.weights(0) = 0.0;
  const std::string message = error_of([&] { cross_validate(data, {}, 5, 1); });
  EXPECT_TRUE(contains(message, "fold 1 of 5 leaves 1 row of positive weight")) << message;
  EXPECT_TRUE(contains(message, "give more rows a weight")) << message;
}

TEST(CrossValidate, RefusesWhatCannotBeLearned) {
  Dataset rare = testing::classification_example(20);
  rare.target.setZero();
  rare.target(4) = 1.0;
  EXPECT_TRUE(contains(error_of([&] { cross_validate(rare, quick(), 4, 1); }), "class"));
  FitOptions options = quick();
  options.cost = -1.0;
  EXPECT_TRUE(contains(
      error_of([&] { cross_validate(testing::regression_example(), options, 4, 1); }), "cost"));
}

}  // namespace
}  // namespace tkl
