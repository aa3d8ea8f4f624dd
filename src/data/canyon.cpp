#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tkl/generate.hpp"

namespace tkl {
namespace {

constexpr double pi = std::numbers::pi;

double river_north(double east) {
  return 0.5 + 0.16 * std::sin(2.2 * pi * east + 0.4) + 0.05 * std::sin(5.4 * pi * east + 1.3);
}

double river_slope(double east) {
  return 0.16 * 2.2 * pi * std::cos(2.2 * pi * east + 0.4) +
         0.05 * 5.4 * pi * std::cos(5.4 * pi * east + 1.3);
}

/// To first order: the vertical distance to the curve times the cosine of its slope.
double distance_to_river(double east, double north) {
  return std::abs(north - river_north(east)) / std::hypot(1.0, river_slope(east));
}

double gorge_width(double east) { return 1.0 + 0.25 * std::sin(3.4 * pi * east); }

struct Corner {
  double distance;
  double height;
};

/// Floor, then by turns a cliff 0.004 wide and a terrace, up to the rim.
constexpr std::array<Corner, 8> wall = {{{0.040, 750.0},
                                         {0.044, 1050.0},
                                         {0.080, 1150.0},
                                         {0.084, 1500.0},
                                         {0.140, 1540.0},
                                         {0.144, 1900.0},
                                         {0.190, 1950.0},
                                         {0.194, 2300.0}}};

double wall_height(double distance) {
  if (distance <= wall.front().distance) return wall.front().height;
  for (std::size_t i = 1; i < wall.size(); ++i) {
    if (distance > wall[i].distance) continue;
    const double part =
        (distance - wall[i - 1].distance) / (wall[i].distance - wall[i - 1].distance);
    return wall[i - 1].height + part * (wall[i].height - wall[i - 1].height);
  }
  return wall.back().height;
}

double plateau_height(double east, double north) {
  return 2200.0 + 60.0 * (north - 0.5) +
         15.0 * std::sin(3.0 * pi * east) * std::cos(2.0 * pi * north);
}

}  // namespace

double canyon_height(double x, double y) {
  return std::min(plateau_height(x, y), wall_height(distance_to_river(x, y) / gorge_width(x)));
}

}  // namespace tkl
