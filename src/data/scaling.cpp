#include "tkl/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "data/principal_axes.hpp"
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

/// Half of the weight lies on either side. Between two values if it can be either.
double weighted_median(const Vector& values, const Vector& weights) {
  std::vector<std::pair<double, double>> sorted;
  for (Index i = 0; i < values.size(); ++i) sorted.emplace_back(values(i), weights(i));
  std::sort(sorted.begin(), sorted.end());
  const double half = 0.5 * weights.sum();
  double below = 0.0;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    below += sorted[k].second;
    if (below > half || k + 1 == sorted.size()) return sorted[k].first;
    if (below == half) return 0.5 * (sorted[k].first + sorted[k + 1].first);
  }
  return 0.0;
}

/// The curvature that brings this median of values from 0 to 1 to 1/2.
double curvature_for(double median) {
  // Less than that is not worth a warp; more would blow up what may be a single outlier.
  constexpr double middling = 0.4;
  constexpr double extreme = 0.01;
  const double from_end = std::min(median, 1.0 - median);
  if (from_end >= middling) return 0.0;
  // log(1 + a q) = log(1 + a) / 2 means (1 + a q)² = 1 + a.
  const double q = std::max(extreme, from_end);
  const double curvature = (1.0 - 2.0 * q) / (q * q);
  return median < 0.5 ? curvature : -curvature;
}

/// Beyond the crowded end it goes on as its own mirror image, beyond the other as the logarithm does.
double warped(double t, double curvature) {
  if (curvature < 0.0) return 1.0 - warped(1.0 - t, -curvature);
  return std::copysign(std::log1p(curvature * std::abs(t)) / std::log1p(curvature), t);
}

// Two values of a uniform feature are 1/3 apart on average. Two levels are, too: in two coordinates.
constexpr double level_height = 1.0 / 6.0;

void require_codes(const std::vector<Code>& codes, Index features) {
  std::set<Index> known;
  for (const Code& code : codes) {
    const Vector& levels = code.levels;
    const bool ascends =
        std::adjacent_find(levels.begin(), levels.end(), std::greater_equal<>()) == levels.end();
    if (code.feature >= 0 && code.feature < features && known.insert(code.feature).second &&
        levels.size() > 0 && levels.allFinite() && ascends) {
      continue;
    }
    throw Error("feature scaling: codes must be of different features, with levels that ascend");
  }
}

}  // namespace

std::vector<Index> features_of(const std::vector<Code>& codes) {
  std::vector<Index> features;
  features.reserve(codes.size());
  for (const Code& code : codes) features.push_back(code.feature);
  return features;
}

Index count_coordinates(Index features, const std::vector<Code>& codes) {
  for (const Code& code : codes) features += code.levels.size();
  return features;
}

FeatureScaler::FeatureScaler(const Matrix& points) : FeatureScaler(points, {}, false) {}

FeatureScaler::FeatureScaler(const Matrix& points, const Vector& weights, bool warp,
                             std::vector<Code> codes)
    : FeatureScaler(require_finite_rows(points).colwise().minCoeff(),
                    require_finite_rows(points).colwise().maxCoeff(), Vector::Zero(points.cols()),
                    std::move(codes)) {
  if (!warp) return;
  const Vector w = weights.size() == 0 ? Vector(Vector::Ones(points.rows())) : weights;
  for (Index j = 0; j < points.cols(); ++j) {
    if (range_(j) > 0.0) {
      curvature_(j) = curvature_for((weighted_median(points.col(j), w) - minimum_(j)) / range_(j));
    }
  }
}

FeatureScaler::FeatureScaler(Vector minimum, Vector maximum, Vector curvature,
                             std::vector<Code> codes, Matrix turn)
    : minimum_(std::move(minimum)),
      maximum_(std::move(maximum)),
      curvature_(std::move(curvature)),
      codes_(std::move(codes)),
      turn_(std::move(turn)) {
  if (minimum_.size() != maximum_.size() || minimum_.size() != curvature_.size()) {
    throw Error("feature scaling: as many minima as maxima and curvatures are needed");
  }
  if (!curvature_.allFinite()) throw Error("feature scaling: a curvature is not a finite number");
  range_ = maximum_ - minimum_;
  for (Index j = 0; j < range_.size(); ++j) {
    if (std::isfinite(range_(j)) && range_(j) >= 0.0) continue;
    throw Error("feature scaling: the range of feature " + std::to_string(j + 1) +
                " is not a finite number; use another unit");
  }
  require_codes(codes_, features());
  if (turn_.cols() == 0) return;
  if (turn_.cols() != features() || turn_.rows() != features() + 1 || !turn_.allFinite()) {
    throw Error("feature scaling: axes must be finite numbers, one axis for each feature");
  }
}

FeatureScaler FeatureScaler::along_principal_axes(const Matrix& points,
                                                  const Vector& weights) const {
  const FeatureScaler straight(minimum_, maximum_, curvature_);
  return {minimum_, maximum_, curvature_, codes_,
          principal_axes(straight.transform(points),
                         weights.size() == 0 ? Vector(Vector::Ones(points.rows())) : weights)};
}

Matrix FeatureScaler::transform(const Matrix& points) const {
  if (points.cols() != range_.size()) {
    throw Error("feature scaling: found points of " + std::to_string(points.cols()) +
                " features, expected " + std::to_string(range_.size()));
  }
  Matrix scaled(points.rows(), coordinates());
  for (Index j = 0; j < features(); ++j) {
    for (const Index k : coordinates_of(j)) {
      scaled.col(k) = k == j ? quantity(j, points.col(j)) : transform(k, points.col(j));
    }
  }
  if (axes() == Axes::principal) scaled.leftCols(features()) = turned(scaled.leftCols(features()));
  return scaled;
}

Matrix FeatureScaler::turned(const Matrix& quantities) const {
  const Index n = features();
  Matrix along(quantities.rows(), n);
  // Sums in one order, so that a row does not depend on those that it comes with.
  for (Index k = 0; k < n; ++k) {
    along.col(k).setConstant(turn_(n, k));
    for (Index j = 0; j < n; ++j) along.col(k) += turn_(j, k) * quantities.col(j);
  }
  return along;
}

Vector FeatureScaler::transform(Index coordinate, const Vector& values) const {
  if (coordinate < features()) {
    if (axes() == Axes::principal) throw Error("feature scaling: an axis is of several features");
    return quantity(coordinate, values);
  }
  Index level = coordinate - features();
  auto code = codes_.begin();
  while (level >= code->levels.size()) level -= (code++)->levels.size();
  return (values.array() == code->levels(level)).cast<double>() * level_height;
}

std::vector<Index> FeatureScaler::coordinates_of(Index feature) const {
  std::vector<Index> coordinates = {feature};
  Index next = features();
  for (const Code& code : codes_) {
    for (Index k = 0; k < code.levels.size(); ++k, ++next) {
      if (code.feature == feature) coordinates.push_back(next);
    }
  }
  return coordinates;
}

Vector FeatureScaler::quantity(Index feature, const Vector& values) const {
  if (range_(feature) == 0.0) return Vector::Zero(values.size());
  // A division, not a product with 1/range: the largest training value must map to exactly 1.
  Vector scaled = (values.array() - minimum_(feature)) / range_(feature);
  const double curvature = curvature_(feature);
  if (curvature == 0.0) return scaled;
  return scaled.unaryExpr([curvature](double t) { return warped(t, curvature); });
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
