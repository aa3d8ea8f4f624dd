#pragma once

#include <string_view>

#include "tkl/dataset.hpp"
#include "tkl/matrix.hpp"

namespace tkl {

enum class Metric { mse, mae, r2, accuracy, balanced_accuracy, log_loss, auc };

constexpr std::string_view to_string(Metric metric) {
  switch (metric) {
    case Metric::mse: return "mse";
    case Metric::mae: return "mae";
    case Metric::r2: return "r2";
    case Metric::accuracy: return "accuracy";
    case Metric::balanced_accuracy: return "balanced-accuracy";
    case Metric::log_loss: return "log-loss";
    case Metric::auc: return "auc";
  }
  return "unknown";
}

constexpr Task task_of(Metric metric) {
  return metric == Metric::mse || metric == Metric::mae || metric == Metric::r2
             ? Task::regression
             : Task::classification;
}

constexpr bool larger_is_better(Metric metric) {
  return metric != Metric::mse && metric != Metric::mae && metric != Metric::log_loss;
}

constexpr Metric default_metric(Task task) {
  return task == Task::regression ? Metric::mse : Metric::accuracy;
}

/// The class that decision values choose: of one column the second class if positive, of more the
/// column with the largest value.
Vector chosen_classes(const Matrix& decisions);

/// How well predictions meet the truth, under weights (empty: all ones). Regression: `predicted` is
/// one column of values. Classification: one column of decision values, positive for the second
/// class, or one for each class, the largest of which wins; log_loss first turns them into
/// probabilities by a Calibration of its own. auc of several classes is the mean over the classes
/// against the rest. NaN where a metric is not defined, such as r2 of a constant.
double measure(Metric metric, const Vector& truth, const Matrix& predicted, const Vector& weights);

double mean_squared_error(const Vector& truth, const Vector& prediction);

/// The square of the correlation coefficient; NaN if either side is constant.
double squared_correlation(const Vector& truth, const Vector& prediction);

/// The same two for values that come one by one and are not kept, equal to rounding.
class RegressionMetrics {
 public:
  void add(double truth, double prediction);

  /// Counts what another has counted.
  void add(const RegressionMetrics& other);
  /// As numbers, to be sent elsewhere, and back.
  Vector to_vector() const;
  static RegressionMetrics from_vector(const Vector& numbers);

  Index count() const { return count_; }
  double mean_squared_error() const;
  double squared_correlation() const;

 private:
  /// The mean and the sum of squared deviations from it.
  struct Spread {
    double first = 0.0;
    double mean = 0.0;
    double squares = 0.0;
    bool is_constant = true;
  };

  Index count_ = 0;
  double squared_errors_ = 0.0;
  Spread truth_;
  Spread prediction_;
  double covariance_ = 0.0;  // times the count
};

/// How many entries agree.
Index count_equal(const Vector& truth, const Vector& prediction);

}  // namespace tkl
