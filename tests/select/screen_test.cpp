#include "select/screen.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "select/coded_data.hpp"
#include "select/examples.hpp"

namespace tkl {
namespace {

/// Codes that mean something, and two features that go together, of which the difference matters.
Dataset coded_and_correlated() {
  const Dataset coded = testing::coded_data(200, false);
  testing::Random random(6);
  const Vector difference = testing::uniform_matrix(random, 200, 1);
  Matrix points(200, 4);
  points << coded.points, coded.points.col(0) + 0.1 * difference;
  return regression_data(points, coded.target.array() + (8.0 * difference.array()).sin());
}

Screening screened(const Dataset& data, const StopRequest& hurry) {
  return screen(
      data, {}, {}, [] { return false; }, hurry);
}

bool any(const Screening& screening, bool (*holds)(const Candidate&)) {
  return std::any_of(screening.candidates.begin(), screening.candidates.end(), holds);
}

TEST(Screen, InAHurryWhatIsLeftIsLeftOut) {
  const auto has_codes = [](const Candidate& c) { return !c.options.codes.empty(); };
  const auto is_turned = [](const Candidate& c) { return c.options.axes == Axes::principal; };
  const auto has_scales = [](const Candidate& c) { return c.per_feature; };
  const Dataset data = coded_and_correlated();

  const Screening whole = screened(data, [] { return false; });
  EXPECT_TRUE(any(whole, has_codes));
  EXPECT_TRUE(any(whole, is_turned));
  EXPECT_TRUE(any(whole, has_scales));

  const Screening hasty = screened(data, [] { return true; });
  ASSERT_FALSE(hasty.candidates.empty());
  EXPECT_FALSE(any(hasty, has_codes) || any(hasty, is_turned) || any(hasty, has_scales));
  for (std::size_t k = 1; k < hasty.candidates.size(); ++k) {
    EXPECT_LE(hasty.candidates[k - 1].loss, hasty.candidates[k].loss);
  }
  EXPECT_TRUE(std::isfinite(hasty.candidates.back().loss));
}

TEST(Screen, AxesOfManyFeaturesAreNotEvenLookedFor) {
  testing::Random random(5);
  Matrix points = testing::uniform_matrix(random, 60, 30);
  points.col(1) = points.col(0);
  const Dataset data = regression_data(points, points.col(0) + points.col(2));
  const Screening screening = screened(data, [] { return false; });
  EXPECT_FALSE(
      any(screening, [](const Candidate& c) { return c.options.axes == Axes::principal; }));
}

}  // namespace
}  // namespace tkl
