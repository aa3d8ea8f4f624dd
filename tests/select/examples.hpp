#pragma once

#include <string>
#include <vector>

#include "support/random.hpp"
#include "tkl/fit.hpp"
#include "tkl/generate.hpp"
#include "tkl/metrics.hpp"

namespace tkl::testing {

inline Dataset example(const char* name, Index rows, double noise) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = noise;
  options.seed = 3;
  return generate(name, options);
}

/// Mean squared, or the share of wrong rows.
inline double error_on(const Model& model, const Dataset& test) {
  return model.task == Task::regression
             ? mean_squared_error(test.target, model.predict(test.points))
             : 1.0 - static_cast<double>(count_equal(test.target, model.predict(test.points))) /
                         static_cast<double>(test.rows());
}

/// Two classes by one of two features, of which one row in five has the other.
inline Dataset noisy_stripes(Index rows, std::uint64_t seed) {
  Random random(seed);
  const Matrix points = uniform_matrix(random, rows, 2);
  std::vector<std::string> labels;
  for (Index i = 0; i < rows; ++i) {
    const bool wrong = random.uniform(0.0, 1.0) < 0.2;
    labels.emplace_back((points(i, 0) > 0.5) != wrong ? "right" : "left");
  }
  return classification_data(points, labels);
}

}  // namespace tkl::testing
