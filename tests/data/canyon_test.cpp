#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tkl/generate.hpp"

namespace tkl {
namespace {

constexpr int steps = 1000;

double at(int i) { return static_cast<double>(i) / steps; }

TEST(Canyon, HasAFloorAndAPlateau) {
  int floor = 0;
  int plateau = 0;
  for (int i = 0; i <= steps; i += 5) {
    for (int j = 0; j <= steps; j += 5) {
      const double height = canyon_height(at(i), at(j));
      ASSERT_GE(height, 750.0);
      ASSERT_LE(height, 2300.0);
      floor += height < 900.0 ? 1 : 0;
      plateau += height > 2050.0 ? 1 : 0;
    }
  }
  const double all = 201.0 * 201.0;
  EXPECT_NEAR(floor / all, 0.2, 0.03);
  EXPECT_GT(plateau / all, 0.4);
}

TEST(Canyon, TheGorgeCrossesTheSquareAndIsShiftedByAFault) {
  for (int i = 0; i <= steps; ++i) {
    double lowest = 1e9;
    for (int j = 0; j <= steps; ++j) lowest = std::min(lowest, canyon_height(at(i), at(j)));
    ASSERT_LT(lowest, 900.0) << "east " << at(i);
  }
  EXPECT_LT(canyon_height(0.5, 0.34), 900.0);
  EXPECT_GT(canyon_height(0.6, 0.34), 1400.0);
}

TEST(Canyon, CliffsAreSteepAndTheRestIsNot) {
  int cliffs = 0;
  int gentle = 0;
  for (int j = 0; j < steps; ++j) {
    const double slope =
        std::abs(canyon_height(0.4, at(j + 1)) - canyon_height(0.4, at(j))) * steps;
    cliffs += slope > 100000.0 ? 1 : 0;
    gentle += slope < 1000.0 ? 1 : 0;
  }
  EXPECT_GE(cliffs, 8);  // two on each side, each several steps wide
  EXPECT_GT(gentle, steps * 9 / 10);
}

TEST(Canyon, SideCanyonsRunNorthAndSouth) {
  EXPECT_EQ(canyon_height(0.25, 0.80), 1350.0);
  EXPECT_GT(canyon_height(0.40, 0.80), 2000.0);
  EXPECT_EQ(canyon_height(0.78, 0.20), 1250.0);
  EXPECT_GT(canyon_height(0.90, 0.20), 2000.0);
}

}  // namespace
}  // namespace tkl
