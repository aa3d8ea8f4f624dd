#include "select/learn_scales.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(LearnScales, FindsTheFeatureThatMatters) {
  Random random(2);
  const Matrix x = testing::uniform_matrix(random, 200, 3);
  Vector y(200);
  for (Index i = 0; i < 200; ++i) y(i) = x(i, 2) > 0.4 ? 1.0 : 0.0;
  for (const Family family : {Family::tessellated, Family::reflected, Family::matern}) {
    FitOptions options;
    options.family = family;
    const LearnedScales learned = learn_scales(regression_data(x, y), options, 0.1, 1);
    const Vector& scales = learned.scales;
    ASSERT_EQ(scales.size(), 3);
    EXPECT_LT(2.0 * scales(2), scales(0)) << to_string(family);
    EXPECT_LT(2.0 * scales(2), scales(1)) << to_string(family);
  }
}

TEST(LearnScales, TheCostFollowsTheRidge) {
  FitOptions options;
  options.family = Family::gaussian;
  options.cost = 10.0;
  const LearnedScales learned{(Vector(2) << 0.5, 3.0).finished(), 0.02};
  const FitOptions moved = with_scales(options, learned, 0.2);
  EXPECT_EQ(moved.widths, learned.scales);
  EXPECT_DOUBLE_EQ(moved.cost, 100.0);
  EXPECT_EQ(with_scales(options, learned, 0.0).cost, 10.0);
  EXPECT_EQ(with_scales(options, learned, 0.05).cost, 10.0);  // the same peak, and noise
  const LearnedScales again = LearnedScales::from_numbers(learned.to_numbers());
  EXPECT_EQ(again.scales, learned.scales);
  EXPECT_EQ(again.ridge, learned.ridge);
}

}  // namespace
}  // namespace tkl
