#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "tkl/dataset.hpp"
#include "tkl/metrics.hpp"
#include "tkl/team.hpp"

namespace tkl::cli {

/// How well predictions meet the truth, in LIBSVM's words.
class Metrics {
 public:
  explicit Metrics(Task task) : task_(task) {}

  /// A truth that is no class (such as -1) counts as wrong.
  void add(double truth, double prediction);

  /// Counts what all members of a team have counted.
  void share(const Team& team);

  Index total() const { return total_; }

  /// These require at least one row.
  std::string prediction_text() const;
  std::string cross_validation_text() const;
  nlohmann::ordered_json json() const;

 private:
  /// In percent.
  double accuracy() const {
    return 100.0 * static_cast<double>(correct_) / static_cast<double>(total_);
  }

  Task task_;
  Index total_ = 0;
  Index correct_ = 0;             // classification
  RegressionMetrics regression_;  // regression
};

}  // namespace tkl::cli
