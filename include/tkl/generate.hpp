#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// Built-in data for examples and tests. The same name, rows, noise and seed give the same data on
/// every machine (to the rounding of its sine and logarithm). Rows must be from 2 to 10 million and
/// noise finite and not negative, else an Error is thrown.
struct GeneratorOptions {
  Index rows = 200;
  /// Standard deviation of what is added: to the target in regression, to the points in
  /// classification.
  double noise = 0.0;
  std::uint64_t seed = 1;
};

struct Generator {
  std::string name;
  std::string description;
  Dataset (*generate)(const GeneratorOptions&);
};

/// spirals, circle, checkerboard, friedman1, canyon, step. The classes are "-1" and "1" by turns,
/// in equal numbers (an odd number of rows has one more "-1"). Features are called x1, x2, … except
/// for canyon: height over east and north.
const std::vector<Generator>& generators();

/// Throws an Error that lists the known names if there is none of this name.
Dataset generate(const std::string& name, const GeneratorOptions& options = {});

/// The noise-free canyon terrain in metres at (x, y) = (east, north) in the unit square: a plateau
/// of about 2200 m cut by a gorge with a terrace, a floor at about 800 m and two side canyons. Rims
/// are cliffs 0.004 wide that follow the compass, as faulted ground does: the shape tessellated
/// kernels are made for.
double canyon_height(double x, double y);

}  // namespace tkl
