#pragma once

#include <array>
#include <cmath>

#include "support/random.hpp"
#include "tkl/dataset.hpp"

namespace tkl::testing {

/// y is a smooth function of x and z, and something for each of the codes 1 to 8 that their order says
/// nothing of; or their number, as a quantity.
inline Dataset coded_data(Index rows, bool is_quantity, std::uint64_t seed = 4711) {
  constexpr std::array<double, 8> meaning = {0.0, 1.0, -0.8, 0.7, -1.0, 0.9, -0.6, 0.4};
  Random random(seed);
  const Matrix uniform = uniform_matrix(random, rows, 4);
  Matrix points(rows, 3);
  Vector target(rows);
  for (Index i = 0; i < rows; ++i) {
    const double x = uniform(i, 0);
    const double z = uniform(i, 1);
    const double code = 1.0 + std::floor(8.0 * uniform(i, 2));
    const double effect = is_quantity ? 0.25 * code : meaning[static_cast<std::size_t>(code) - 1];
    points.row(i) << x, code, z;
    target(i) = std::sin(6.0 * x) * std::cos(4.0 * z) + 0.5 * effect + 0.05 * uniform(i, 3);
  }
  return regression_data(points, target);
}

}  // namespace tkl::testing
