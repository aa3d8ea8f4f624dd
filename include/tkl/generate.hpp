#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// Built-in data for examples and tests. The same name, rows, noise and seed give the same data on
/// every machine.
struct GeneratorOptions {
  Index rows = 200;
  double noise = 0.0;  ///< standard deviation of what is added: to the target in regression, to the points in classification
  std::uint64_t seed = 1;
};

struct Generator {
  std::string name;
  std::string description;
  Dataset (*generate)(const GeneratorOptions&);
};

/// spirals, circle, checkerboard, friedman1, canyon, step.
const std::vector<Generator>& generators();

/// Throws an Error that lists the known names if there is none of this name.
Dataset generate(const std::string& name, const GeneratorOptions& options = {});

/// The noise-free canyon terrain at (x, y) in the unit square: a plateau cut by a winding gorge
/// with sharp rims and terraces.
double canyon_height(double x, double y);

}  // namespace tkl
