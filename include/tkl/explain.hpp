#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tkl/metrics.hpp"
#include "tkl/model.hpp"

namespace tkl {

/// How much one column of the data matters to a model.
struct ColumnImportance {
  std::string name;
  /// Sobol indices: the share of the prediction's variance that the column explains by itself, and
  /// the share that would go if it were fixed, interactions with other columns included.
  double main = 0.0;
  double total = 0.0;
  /// By how much the loss grows when the column is shuffled, mean and standard deviation over the
  /// shuffles. Without targets there is none.
  std::optional<double> shuffled{};
  double shuffled_deviation = 0.0;
};

struct Explanation {
  std::vector<ColumnImportance> columns;  ///< in the order of the data
  /// Whether the Sobol indices are exact for the distribution they refer to, or estimated from
  /// random points because the kernel is no sum of products of functions of one feature.
  bool exact = false;
  Index rows = 0;  ///< of the data that were used
  Metric metric = Metric::mse;
  double loss = 0.0;  ///< before shuffling, if there are targets
};

struct ExplainOptions {
  int shuffles = 5;
  std::uint64_t seed = 1;
  std::optional<Metric> metric{};  ///< unset: mean squared error or accuracy
  Threads threads{};
};

/// Sensitivity of the model's decision values to each column, under columns that are independent of
/// each other and distributed as in `points` (features of one column stay together), and permutation
/// importance on the targets if there are any (empty: none). More than 2000 points are thinned out.
Explanation explain(const Model& model, const Matrix& points, const Vector& target = {},
                    const ExplainOptions& options = {});

}  // namespace tkl
