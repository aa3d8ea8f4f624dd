#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "select/examples.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::example;
using testing::noisy_stripes;

TEST(UsableFolds, TheOnlyRowOfAClassIsAlwaysLearnedFrom) {
  const Dataset some = noisy_stripes(60, 3);
  std::vector<std::string> labels;
  for (Index i = 0; i < 60; ++i)
    labels.push_back(some.classes[static_cast<std::size_t>(some.target(i))]);
  labels[17] = "neither";
  const Dataset data = classification_data(some.points, labels);
  const SearchResult result = select(data, {});
  ASSERT_TRUE(result.fit.model.search.has_value());
  EXPECT_EQ(result.held_out_rows.size(), 59U);
  EXPECT_TRUE(std::find(result.held_out_rows.begin(), result.held_out_rows.end(), 17) ==
              result.held_out_rows.end());
  EXPECT_EQ(
      result.fit.model.probabilities_from(result.fit.model.decision_values(data.points)).cols(), 3);
}

TEST(UsableFolds, GroupsStayTogether) {
  Dataset data = example("friedman1", 60, 1.0);
  for (int i = 0; i < 60; ++i) data.groups.push_back(i / 4);
  const std::vector<int> fold = assign_folds(data, 5, 1);
  std::vector<int> size(5, 0);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(fold[i], fold[i / 4 * 4]);
    ++size[static_cast<std::size_t>(fold[i])];
  }
  for (const int count : size) EXPECT_EQ(count, 12);
  EXPECT_TRUE(contains(error_of([&] { assign_folds(data, 16, 1); }), "only 15 groups"));
}

TEST(UsableFolds, FewGroupsAreNoObstacle) {
  Dataset data = example("friedman1", 60, 1.0);
  for (int i = 0; i < 60; ++i) data.groups.push_back(i % 6);
  EXPECT_EQ(select(data, {}).held_out.rows(), 60);
}

TEST(UsableFolds, FoldsThatTakeAwayAClassAreLeftOut) {
  Dataset data = example("circle", 60, 0.1);
  data.groups.clear();
  for (Index i = 0; i < 60; ++i) data.groups.push_back(static_cast<int>(i % 3));
  EXPECT_EQ(select(data, {}).fit.model.search->folds, 3);
  for (Index i = 0; i < 60; ++i) {
    if (data.target(i) == 1.0) data.groups[static_cast<std::size_t>(i)] = 0;
  }
  const SearchResult result = select(data, {});
  EXPECT_EQ(result.fit.model.search->folds, 2);  // without group 0 there is one class
  for (const Index row : result.held_out_rows) {
    EXPECT_NE(data.groups[static_cast<std::size_t>(row)], 0);
  }
  for (Index i = 0; i < 60; ++i) {
    data.groups[static_cast<std::size_t>(i)] = static_cast<int>(data.target(i));
  }
  EXPECT_TRUE(contains(error_of([&] { select(data, {}); }), "every class"));
}

TEST(UsableFolds, FewRowsOfPositiveWeightAreNoObstacle) {
  for (const Index rows : {2, 3, 4, 5}) {
    for (const char* name : {"friedman1", "circle"}) {
      Dataset data = example(name, 80, 0.1);
      data.weights = Vector::Zero(80);
      // As many of either class, if there are classes.
      for (Index i = 0, counted = 0; counted < rows; ++i) {
        const bool fits =
            data.task == Task::regression || data.target(i) == static_cast<double>(counted % 2);
        if (fits) data.weights(i) = 1.0;
        if (fits) ++counted;
      }
      SelectOptions options;
      options.folds = 5;
      const SearchResult result = select(data, {}, options);
      EXPECT_TRUE(result.fit.model.predict(data.points).allFinite()) << name << rows;
      // With less there is nothing to choose by.
      const bool is_searched = result.fit.model.search.has_value();
      EXPECT_EQ(is_searched, rows >= 4) << name << rows;
      EXPECT_EQ(std::ssize(result.held_out_rows), is_searched ? rows : 0) << name << rows;
      for (const Index row : result.held_out_rows) EXPECT_EQ(data.weights(row), 1.0);
    }
  }
}

TEST(UsableFolds, ASearchIsThatOfTheRowsOfPositiveWeight) {
  Dataset data = example("friedman1", 60, 1.0);
  // The others are within the range of those that count, which features are scaled by.
  data.points.bottomRows(20) = data.points.topRows(20);
  std::vector<Index> counted(40);
  std::iota(counted.begin(), counted.end(), Index{0});
  const SearchRecord without = *select(select_rows(data, counted), {}).fit.model.search;
  data.weights = Vector::Ones(60);
  data.weights.tail(20).setZero();
  const SearchRecord with = *select(data, {}).fit.model.search;
  EXPECT_EQ(with.rows, 40);
  ASSERT_EQ(with.points.size(), without.points.size());
  for (std::size_t k = 0; k < with.points.size(); ++k) {
    EXPECT_NEAR(with.points[k].mean, without.points[k].mean, 1e-6 * without.points[k].mean);
  }
}

TEST(UsableFolds, AFoldThatLeavesOneRowIsLeftOut) {
  for (const char* name : {"friedman1", "circle"}) {
    Dataset data = example(name, 12, 0.1);
    for (Index i = 0; i < 12; ++i) data.groups.push_back(i == 0 ? 0 : 1);
    const SearchResult result = select(data, {});
    EXPECT_EQ(result.held_out_rows, std::vector<Index>{0}) << name;
    // One row says nothing of what the choice adds.
    const SearchRecord& search = *result.fit.model.search;
    EXPECT_TRUE(std::isfinite(search.expected)) << name;
  }
}

}  // namespace
}  // namespace tkl
