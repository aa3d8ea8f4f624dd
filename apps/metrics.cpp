#include "metrics.hpp"

#include <nlohmann/json.hpp>

#include "report_json.hpp"
#include "tkl/describe.hpp"

namespace tkl::cli {

void Metrics::add(double truth, double prediction) {
  ++total_;
  if (task_ == Task::classification) {
    correct_ += truth == prediction ? 1 : 0;
  } else {
    regression_.add(truth, prediction);
  }
}

void Metrics::share(const Team& team) {
  total_ = static_cast<Index>(team.sum(static_cast<double>(total_)));
  correct_ = static_cast<Index>(team.sum(static_cast<double>(correct_)));
  const Matrix all = team.gather(Matrix(regression_.to_vector().transpose()));
  regression_ = {};
  for (Index k = 0; k < all.rows(); ++k) {
    regression_.add(RegressionMetrics::from_vector(all.row(k).transpose()));
  }
}

std::string Metrics::prediction_text() const {
  if (task_ == Task::classification) {
    return "Accuracy = " + short_number(accuracy()) + "% (" + std::to_string(correct_) + "/" +
           std::to_string(total_) + ") (classification)\n";
  }
  return "Mean squared error = " + short_number(regression_.mean_squared_error()) +
         " (regression)\n" +
         "Squared correlation coefficient = " + short_number(regression_.squared_correlation()) +
         " (regression)\n";
}

std::string Metrics::cross_validation_text() const {
  if (task_ == Task::classification) {
    return "Cross Validation Accuracy = " + short_number(accuracy()) + "%\n";
  }
  return "Cross Validation Mean squared error = " + short_number(regression_.mean_squared_error()) +
         "\n" + "Cross Validation Squared correlation coefficient = " +
         short_number(regression_.squared_correlation()) + "\n";
}

nlohmann::ordered_json Metrics::json() const {
  if (task_ == Task::classification) {
    return {{"accuracy", accuracy()}, {"correct", correct_}, {"total", total_}};
  }
  return {{"mean_squared_error", finite_or_null(regression_.mean_squared_error())},
          {"squared_correlation", finite_or_null(regression_.squared_correlation())},
          {"total", total_}};
}

}  // namespace tkl::cli
