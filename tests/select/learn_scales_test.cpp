#include "select/learn_scales.hpp"

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

TEST(LearnScales, FindsTheFeatureThatMatters) {
  Random random(2);
  const Matrix x = testing::uniform_matrix(random, 200, 3);
  Vector y(200);
  for (Index i = 0; i < 200; ++i) y(i) = x(i, 2) > 0.4 ? 1.0 : 0.0;
  for (const Family family : {Family::tessellated, Family::reflected, Family::matern}) {
    FitOptions options;
    options.family = family;
    const FitOptions learned = with_learned_scales(regression_data(x, y), options, 0.1, 1);
    const Vector& scales = is_radial(family) ? learned.widths : learned.bounds;
    ASSERT_EQ(scales.size(), 3);
    EXPECT_LT(2.0 * scales(2), scales(0)) << to_string(family);
    EXPECT_LT(2.0 * scales(2), scales(1)) << to_string(family);
  }
}

}  // namespace
}  // namespace tkl
