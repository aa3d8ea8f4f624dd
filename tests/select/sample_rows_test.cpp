#include "select/sample_rows.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(SampleRows, HasTheShareOfEveryClass) {
  Random random(1);
  std::vector<std::string> labels;
  for (int i = 0; i < 2310; ++i) labels.push_back(std::to_string(i / 330));  // sorted
  const Dataset data = classification_data(testing::uniform_matrix(random, 2310, 2), labels);
  const std::vector<Index> rows = sample_rows(data, 500, 1);
  ASSERT_EQ(rows.size(), 500U);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(std::adjacent_find(rows.begin(), rows.end()), rows.end());
  for (int k = 0; k < 7; ++k) {
    const auto count =
        std::count_if(rows.begin(), rows.end(), [&](Index row) { return data.target(row) == k; });
    EXPECT_NEAR(static_cast<double>(count), 500.0 / 7.0, 1.01);
  }
  EXPECT_NE(rows, sample_rows(data, 500, 2));
  EXPECT_EQ(sample_rows(data, 5000, 1).size(), 2310U);
}

TEST(SampleRows, RowsOfWeightZeroAreNotThere) {
  Random random(2);
  Dataset data = regression_data(testing::uniform_matrix(random, 40, 1), Vector::Zero(40));
  data.weights = Vector::Zero(40);
  for (const Index row : {3, 8, 21, 22, 39}) data.weights(row) = 0.5;
  EXPECT_EQ(sample_rows(data, 5, 1), std::vector<Index>({3, 8, 21, 22, 39}));
  for (const Index row : sample_rows(data, 3, 1)) EXPECT_GT(data.weights(row), 0.0);
  EXPECT_EQ(sample_rows(data, 3, 1).size(), 3U);
}

}  // namespace
}  // namespace tkl
