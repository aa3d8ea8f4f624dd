#include "tkl/metrics.hpp"

#include <limits>

namespace tkl {

double mean_squared_error(const Vector& truth, const Vector& prediction) {
  return (truth - prediction).squaredNorm() / static_cast<double>(truth.size());
}

double squared_correlation(const Vector& truth, const Vector& prediction) {
  // A rounded mean differs from the values even of a constant.
  const auto is_constant = [](const Vector& v) { return v.minCoeff() == v.maxCoeff(); };
  if (is_constant(truth) || is_constant(prediction))
    return std::numeric_limits<double>::quiet_NaN();
  const Vector a = truth.array() - truth.mean();
  const Vector b = prediction.array() - prediction.mean();
  const double covariance = a.dot(b);
  return covariance * covariance / (a.squaredNorm() * b.squaredNorm());
}

void RegressionMetrics::add(double truth, double prediction) {
  ++count_;
  squared_errors_ += (truth - prediction) * (truth - prediction);
  // Welford's update, which unlike sums of squares loses no digits to a large mean. Returns the
  // deviation from the mean before.
  const auto update = [this](Spread& spread, double value) {
    if (count_ == 1) spread.first = value;
    spread.is_constant = spread.is_constant && value == spread.first;
    const double deviation = value - spread.mean;
    spread.mean += deviation / static_cast<double>(count_);
    spread.squares += deviation * (value - spread.mean);
    return deviation;
  };
  const double deviation = update(truth_, truth);
  update(prediction_, prediction);
  covariance_ += deviation * (prediction - prediction_.mean);
}

double RegressionMetrics::mean_squared_error() const {
  return squared_errors_ / static_cast<double>(count_);
}

double RegressionMetrics::squared_correlation() const {
  if (truth_.is_constant || prediction_.is_constant) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return covariance_ * covariance_ / (truth_.squares * prediction_.squares);
}

Index count_equal(const Vector& truth, const Vector& prediction) {
  return (truth.array() == prediction.array()).count();
}

}  // namespace tkl
