#include <algorithm>
#include <cmath>
#include <numbers>

#include "tkl/generate.hpp"

namespace tkl {
namespace {

constexpr double cliff_width = 0.004;

/// From `low` to `high` across a cliff that begins at `edge`.
double cliff(double distance, double edge, double low, double high) {
  return low + (high - low) * std::clamp((distance - edge) / cliff_width, 0.0, 1.0);
}

/// The river runs east along faults, which shift it north at one place.
double river_north(double east) { return east < 0.55 ? 0.42 : 0.54; }

double plateau(double east, double north) {
  return 2250.0 - 150.0 * north + 30.0 * std::sin(2.0 * std::numbers::pi * east);
}

/// Floor, cliff, terrace, cliff, rim.
double main_gorge(double east, double north) {
  const double distance = std::abs(north - river_north(east));
  const double terrace = 1500.0 + 80.0 * east;
  const double wall = cliff(distance, 0.10, 750.0 + 120.0 * east, terrace);
  return distance < 0.15 ? wall : cliff(distance, 0.20, terrace, 3000.0);
}

/// A side canyon that runs north and south: a box of the given centre and half sides.
double side_canyon(double east, double north, double centre_east, double half_width,
                   double centre_north, double half_length, double floor) {
  const double outside = std::max(std::abs(east - centre_east) - half_width,
                                  std::abs(north - centre_north) - half_length);
  return cliff(outside, 0.0, floor, 3000.0);
}

}  // namespace

double canyon_height(double x, double y) {
  return std::min({plateau(x, y), main_gorge(x, y),
                   side_canyon(x, y, 0.25, 0.06, 0.66, 0.20, 1350.0),
                   side_canyon(x, y, 0.78, 0.05, 0.30, 0.18, 1250.0)});
}

}  // namespace tkl
