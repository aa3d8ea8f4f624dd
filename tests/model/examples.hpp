#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "tkl/fit.hpp"

namespace tkl::testing {

/// Two features of very different units, and values far from 0 and 1.
inline Dataset regression_example(Index rows = 40, std::uint64_t seed = 1) {
  internal::Random random(seed);
  Matrix points(rows, 2);
  Vector target(rows);
  for (Index i = 0; i < rows; ++i) {
    const double u = random.uniform();
    const double v = random.uniform();
    points.row(i) << 300.0 + 50.0 * u, 1e-3 * v;
    target(i) = 1000.0 + 20.0 * std::sin(5.0 * u) + 15.0 * v + 2.0 * random.normal();
  }
  return regression_data(points, target);
}

/// "yes" inside a circle and "no" outside, with some points on the wrong side.
inline Dataset classification_example(Index rows = 40, std::uint64_t seed = 1) {
  internal::Random random(seed);
  Matrix points(rows, 2);
  std::vector<std::string> labels;
  for (Index i = 0; i < rows; ++i) {
    const double u = random.uniform(-1.0, 1.0);
    const double v = random.uniform(-1.0, 1.0);
    points.row(i) << 10.0 * u, 5.0 + v;
    labels.emplace_back(u * u + v * v + 0.2 * random.normal() < 0.6 ? "yes" : "no");
  }
  return classification_data(points, labels);
}

inline Dataset example(Task task, Index rows = 40, std::uint64_t seed = 1) {
  return task == Task::regression ? regression_example(rows, seed)
                                  : classification_example(rows, seed);
}

constexpr Task both_tasks[] = {Task::classification, Task::regression};

/// Options of every family, and of both bases of the tessellated one.
inline std::vector<FitOptions> options_of_all_families() {
  FitOptions plain;
  plain.learn.threads = Threads(1);
  std::vector<FitOptions> all(7, plain);
  all[1].basis = Basis::full;
  all[2].family = Family::polynomial;
  all[2].degree = 2;
  all[3].family = Family::kernels;
  all[3].kernels = parse_kernel_list("gaussian:0.2,gaussian:1,polynomial:3,gaussian:0.3@2");
  all[4].family = Family::reflected;
  all[5].family = Family::matern;
  all[6].family = Family::gaussian;
  all[6].width = 0.9;
  return all;
}

/// New points around those of the example, some of them outside their range.
inline Matrix new_points(const Dataset& data, Index rows, std::uint64_t seed = 99) {
  internal::Random random(seed);
  Matrix points(rows, data.features());
  for (Index j = 0; j < data.features(); ++j) {
    const double low = data.points.col(j).minCoeff();
    const double range = data.points.col(j).maxCoeff() - low;
    for (Index i = 0; i < rows; ++i) points(i, j) = low + range * random.uniform(-0.2, 1.2);
  }
  return points;
}

}  // namespace tkl::testing
