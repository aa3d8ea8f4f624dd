#include "metrics.hpp"

#include <nlohmann/json.hpp>

#include "report_json.hpp"
#include "text.hpp"
#include "tkl/metrics.hpp"

namespace tkl::cli {

Metrics Metrics::of(Task task, const Vector& truth, const Vector& prediction) {
  Metrics metrics;
  metrics.task = task;
  metrics.total = truth.size();
  if (task == Task::classification) {
    metrics.correct = count_equal(truth, prediction);
  } else {
    metrics.mean_squared_error = tkl::mean_squared_error(truth, prediction);
    metrics.squared_correlation = tkl::squared_correlation(truth, prediction);
  }
  return metrics;
}

std::string Metrics::prediction_text() const {
  if (task == Task::classification) {
    return "Accuracy = " + short_number(accuracy()) + "% (" + std::to_string(correct) + "/" +
           std::to_string(total) + ") (classification)\n";
  }
  return "Mean squared error = " + short_number(mean_squared_error) + " (regression)\n" +
         "Squared correlation coefficient = " + short_number(squared_correlation) +
         " (regression)\n";
}

std::string Metrics::cross_validation_text() const {
  if (task == Task::classification) {
    return "Cross Validation Accuracy = " + short_number(accuracy()) + "%\n";
  }
  return "Cross Validation Mean squared error = " + short_number(mean_squared_error) + "\n" +
         "Cross Validation Squared correlation coefficient = " + short_number(squared_correlation) +
         "\n";
}

nlohmann::ordered_json Metrics::json() const {
  if (task == Task::classification) {
    return {{"accuracy", accuracy()}, {"correct", correct}, {"total", total}};
  }
  return {{"mean_squared_error", finite_or_null(mean_squared_error)},
          {"squared_correlation", finite_or_null(squared_correlation)},
          {"total", total}};
}

}  // namespace tkl::cli
