#include "tkl/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "tkl/error.hpp"

namespace tkl {
namespace {

const Matrix& require_finite_rows(const Matrix& points) {
  if (points.rows() == 0) throw Error("feature scaling: there are no rows to learn a range from");
  if (!points.allFinite()) throw Error("feature scaling: the points must be finite numbers");
  return points;
}

Vector weights_or_ones(const Vector& target, const Vector& weights) {
  if (weights.size() == 0) return Vector::Ones(target.size());
  if (weights.size() != target.size()) {
    throw Error("target scaling: found " + std::to_string(weights.size()) + " weights for " +
                std::to_string(target.size()) + " targets; give one a row, or none");
  }
  return weights;
}

/// A rounded mean differs from the values even of a constant target, so this is no question of the
/// standard deviation. Rows of weight zero do not count.
bool is_constant(const Vector& target, const Vector& weights) {
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -smallest;
  for (Index i = 0; i < target.size(); ++i) {
    if (weights(i) == 0.0) continue;
    smallest = std::min(smallest, target(i));
    largest = std::max(largest, target(i));
  }
  return smallest >= largest;
}

/// √(Σ w d² / Σ w), with d divided by its largest entry first so that no square over- or
/// underflows.
double root_mean_square(const Vector& deviation, const Vector& weights, double total_weight) {
  const Vector counted = (weights.array() > 0.0).select(deviation.array(), 0.0);
  const double largest = counted.lpNorm<Eigen::Infinity>();
  const double mean_square = (counted / largest).cwiseAbs2().dot(weights) / total_weight;
  return largest * std::sqrt(mean_square);
}

}  // namespace

FeatureScaler::FeatureScaler(const Matrix& points)
    : FeatureScaler(require_finite_rows(points).colwise().minCoeff(),
                    require_finite_rows(points).colwise().maxCoeff()) {}

FeatureScaler::FeatureScaler(Vector minimum, Vector maximum)
    : minimum_(std::move(minimum)), maximum_(std::move(maximum)) {
  if (minimum_.size() != maximum_.size()) {
    throw Error("feature scaling: as many minima as maxima are needed");
  }
  range_ = maximum_ - minimum_;
  for (Index j = 0; j < range_.size(); ++j) {
    if (std::isfinite(range_(j)) && range_(j) >= 0.0) continue;
    throw Error("feature scaling: the range of feature " + std::to_string(j + 1) +
                " is not a finite number; use another unit");
  }
}

Matrix FeatureScaler::transform(const Matrix& points) const {
  if (points.cols() != range_.size()) {
    throw Error("feature scaling: found points of " + std::to_string(points.cols()) +
                " features, expected " + std::to_string(range_.size()));
  }
  Matrix scaled = Matrix::Zero(points.rows(), points.cols());
  for (Index j = 0; j < points.cols(); ++j) {
    // A division, not a product with 1/range: the largest training value must map to exactly 1.
    if (range_(j) > 0.0) scaled.col(j) = (points.col(j).array() - minimum_(j)) / range_(j);
  }
  return scaled;
}

TargetScaler::TargetScaler(const Vector& target, const Vector& weights) {
  const Vector w = weights_or_ones(target, weights);
  const double total_weight = w.sum();
  if (!(total_weight > 0.0) || w.minCoeff() < 0.0) {
    throw Error("target scaling: the weights must not be negative, and one must be positive");
  }
  mean_ = target.dot(w) / total_weight;
  scale_ = is_constant(target, w) ? 1.0 : root_mean_square(target.array() - mean_, w, total_weight);
  if (!std::isfinite(mean_) || !std::isnormal(scale_)) {
    throw Error(
        "target scaling: mean or standard deviation of the target is beyond double precision; use "
        "another unit");
  }
}

TargetScaler TargetScaler::from_values(double mean, double scale) {
  if (!std::isfinite(mean) || !std::isfinite(scale) || scale <= 0.0) {
    throw Error("target scaling: the mean must be finite and the scale finite and positive");
  }
  TargetScaler scaler;
  scaler.mean_ = mean;
  scaler.scale_ = scale;
  return scaler;
}

Vector TargetScaler::transform(const Vector& target) const {
  return (target.array() - mean_) / scale_;
}

Vector TargetScaler::inverse(const Vector& scaled) const { return scaled.array() * scale_ + mean_; }

}  // namespace tkl
