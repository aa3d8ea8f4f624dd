#include "tkl/metrics.hpp"

#include <cmath>
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
  // Roots first: of large or small values, products of four have no place in double precision.
  const double correlation = a.dot(b) / (a.norm() * b.norm());
  return correlation * correlation;
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

void RegressionMetrics::add(const RegressionMetrics& other) {
  if (other.count_ == 0) return;
  if (count_ == 0) {
    *this = other;
    return;
  }
  const auto own = static_cast<double>(count_);
  const auto more = static_cast<double>(other.count_);
  const double share = own * more / (own + more);
  squared_errors_ += other.squared_errors_;
  covariance_ += other.covariance_ + share * (other.truth_.mean - truth_.mean) *
                                         (other.prediction_.mean - prediction_.mean);
  const auto merge = [&](Spread& spread, const Spread& others) {
    const double distance = others.mean - spread.mean;
    spread.is_constant = spread.is_constant && others.is_constant && spread.first == others.first;
    spread.squares += others.squares + share * distance * distance;
    spread.mean += distance * more / (own + more);
  };
  merge(truth_, other.truth_);
  merge(prediction_, other.prediction_);
  count_ += other.count_;
}

Vector RegressionMetrics::to_vector() const {
  Vector numbers(11);
  const auto of = [](bool yes) { return yes ? 1.0 : 0.0; };
  numbers << static_cast<double>(count_), squared_errors_, covariance_, truth_.first, truth_.mean,
      truth_.squares, of(truth_.is_constant), prediction_.first, prediction_.mean,
      prediction_.squares, of(prediction_.is_constant);
  return numbers;
}

RegressionMetrics RegressionMetrics::from_vector(const Vector& numbers) {
  RegressionMetrics metrics;
  metrics.count_ = static_cast<Index>(numbers(0));
  metrics.squared_errors_ = numbers(1);
  metrics.covariance_ = numbers(2);
  metrics.truth_ = {numbers(3), numbers(4), numbers(5), numbers(6) != 0.0};
  metrics.prediction_ = {numbers(7), numbers(8), numbers(9), numbers(10) != 0.0};
  return metrics;
}

double RegressionMetrics::mean_squared_error() const {
  return squared_errors_ / static_cast<double>(count_);
}

double RegressionMetrics::squared_correlation() const {
  if (truth_.is_constant || prediction_.is_constant) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double correlation =
      covariance_ / (std::sqrt(truth_.squares) * std::sqrt(prediction_.squares));
  return correlation * correlation;
}

Index count_equal(const Vector& truth, const Vector& prediction) {
  return (truth.array() == prediction.array()).count();
}

}  // namespace tkl
