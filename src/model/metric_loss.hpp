#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "tkl/metrics.hpp"

namespace tkl {

/// A metric as something to make small, not below 0: 1 - value for those of which 1 is best.
inline double as_loss(Metric metric, double value) {
  if (std::isnan(value)) return std::numeric_limits<double>::infinity();
  return larger_is_better(metric) ? 1.0 - value : value;
}

inline double from_loss(Metric metric, double loss) {
  return larger_is_better(metric) ? 1.0 - loss : loss;
}

/// The standard deviation of losses, 0 of a single one. A loss may be a square already, which large or small targets
/// leave no room to square again.
inline double deviation_of_losses(const Vector& losses) {
  if (losses.size() < 2) return 0.0;
  const Vector differences = losses.array() - losses.mean();
  const double largest = differences.cwiseAbs().maxCoeff();
  if (!(largest > 0.0)) return 0.0;
  return largest * (differences / largest).norm() /
         std::sqrt(static_cast<double>(losses.size() - 1));
}

/// What each row contributes: the loss by the metric is their mean, or as for r2 grows with it. Nothing for
/// metrics that rows do not add up to.
std::optional<Vector> row_losses(Metric metric, const Vector& truth, const Matrix& predicted,
                                 const Vector& weights);

/// Of each row, after a calibration on all of them: the log loss is their mean.
Vector log_losses(const Vector& truth, const Matrix& decisions, const Vector& weights);

/// The same after a calibration on other rows, as new ones will find it: a calibration flatters the rows it is from.
Vector cross_calibrated_log_losses(const Vector& truth, const Matrix& decisions,
                                   const Vector& weights);

}  // namespace tkl
