#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tkl/generate.hpp"

namespace tkl {
namespace {

constexpr int steps = 1000;

double at(int i) { return static_cast<double>(i) / steps; }

TEST(Canyon, HasAFlatFloorAndAPlateau) {
  int floor = 0;
  int plateau = 0;
  for (int i = 0; i <= steps; i += 5) {
    for (int j = 0; j <= steps; j += 5) {
      const double height = canyon_height(at(i), at(j));
      ASSERT_GE(height, 750.0);
      ASSERT_LE(height, 2300.0);
      floor += height == 750.0 ? 1 : 0;
      plateau += height > 2100.0 ? 1 : 0;
    }
  }
  const double all = 201.0 * 201.0;
  EXPECT_GT(floor / all, 0.05);
  EXPECT_LT(floor / all, 0.25);
  EXPECT_GT(plateau / all, 0.3);
}

TEST(Canyon, TheGorgeCrossesTheSquareAndWinds) {
  double southmost = 1.0;
  double northmost = 0.0;
  for (int i = 0; i <= steps; ++i) {
    double lowest = 1e9;
    double where = 0.0;
    for (int j = 0; j <= steps; ++j) {
      const double height = canyon_height(at(i), at(j));
      if (height < lowest) where = at(j);
      lowest = std::min(lowest, height);
    }
    ASSERT_EQ(lowest, 750.0) << "east " << at(i);
    southmost = std::min(southmost, where);
    northmost = std::max(northmost, where);
  }
  EXPECT_GT(northmost - southmost, 0.2);
}

TEST(Canyon, CliffsAreSteepAndTerracesAreNot) {
  int cliffs = 0;
  int gentle = 0;
  for (int j = 0; j < steps; ++j) {
    const double slope =
        std::abs(canyon_height(0.3, at(j + 1)) - canyon_height(0.3, at(j))) * steps;
    cliffs += slope > 20000.0 ? 1 : 0;
    gentle += slope < 4000.0 ? 1 : 0;
  }
  EXPECT_GE(cliffs, 8);  // four on each side
  EXPECT_GT(gentle, steps * 9 / 10);
}

TEST(Canyon, IsContinuous) {
  for (int j = 0; j < 100 * steps; ++j) {
    const double north = at(j) / 100.0;
    EXPECT_LT(std::abs(canyon_height(0.7, north + 1e-5) - canyon_height(0.7, north)), 2.0);
  }
}

}  // namespace
}  // namespace tkl
