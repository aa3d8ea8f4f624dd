#include "select/possible_codes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

TEST(PossibleCodes, AreAFewWholeNumbersEachWithSomeRows) {
  constexpr Index rows = 120;
  Matrix points(rows, 7);
  for (Index i = 0; i < rows; ++i) {
    const auto k = static_cast<double>(i);
    points(i, 0) = std::fmod(k, 4.0);              // a code
    points(i, 1) = std::fmod(k, 4.0) + 0.5;        // not whole
    points(i, 2) = std::fmod(k, 2.0);              // two of them
    points(i, 3) = std::fmod(k, 13.0);             // too many
    points(i, 4) = 7.0;                            // always the same
    points(i, 5) = k < 2.0 ? 9.0 : -points(i, 0);  // one of them is rare
    points(i, 6) = k;
  }
  const std::vector<Code> codes = possible_codes(regression_data(points, Vector::Zero(rows)));
  ASSERT_EQ(codes.size(), 2U);
  EXPECT_EQ(codes[0], (Code{0, Vector{{0.0, 1.0, 2.0, 3.0}}}));
  EXPECT_EQ(codes[1], (Code{5, Vector{{-3.0, -2.0, -1.0, 0.0}}}));
}

TEST(PossibleCodes, ManySuchFeaturesAreAScale) {
  testing::Random random(5);
  const auto pixels = [&](Index count) {
    const Matrix points = (testing::uniform_matrix(random, 300, count, 0.0, 10.0)).array().floor();
    return possible_codes(regression_data(points, Vector::Zero(300))).size();
  };
  EXPECT_EQ(pixels(5), 5U);
  EXPECT_EQ(pixels(64), 0U);
}

}  // namespace
}  // namespace tkl
