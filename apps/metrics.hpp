#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tkl/dataset.hpp"

namespace tkl::cli {

/// How well predictions meet the truth, in LIBSVM's words.
struct Metrics {
  Task task = Task::regression;
  Index correct = 0;  ///< classification
  Index total = 0;
  double mean_squared_error = 0.0;  ///< regression, as is the next
  double squared_correlation = 0.0;

  /// Requires at least one row. A truth that is no class (such as -1) counts as wrong.
  static Metrics of(Task task, const Vector& truth, const Vector& prediction);

  /// In percent.
  double accuracy() const {
    return 100.0 * static_cast<double>(correct) / static_cast<double>(total);
  }

  std::string prediction_text() const;
  std::string cross_validation_text() const;
  nlohmann::ordered_json json() const;
};

}  // namespace tkl::cli
