#include <algorithm>
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

}  // namespace
}  // namespace tkl
