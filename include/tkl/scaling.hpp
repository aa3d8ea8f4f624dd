#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Maps every feature's range on the training data to [0, 1], ends exactly. A constant feature maps
/// to 0 everywhere: it carried no information in training and must not disturb a prediction.
class FeatureScaler {
 public:
  FeatureScaler() = default;
  /// Learns the ranges. Throws an Error if there are no rows, a point is not finite or a range
  /// overflows.
  explicit FeatureScaler(const Matrix& points);
  /// For reading a model back. Throws an Error unless every range is finite and not negative.
  FeatureScaler(Vector minimum, Vector maximum);

  /// Throws an Error if the points have another number of features.
  Matrix transform(const Matrix& points) const;

  const Vector& minimum() const { return minimum_; }
  const Vector& maximum() const { return maximum_; }

 private:
  Vector minimum_;
  Vector maximum_;
  Vector range_;  // maximum - minimum
};

/// Maps a regression target to mean 0 and standard deviation 1, so that cost and tube have a
/// meaning that does not depend on the target's unit.
class TargetScaler {
 public:
  TargetScaler() = default;  ///< the identity
  /// Learns mean and standard deviation under the weights (empty: all ones). A constant target
  /// keeps the scale 1. Throws an Error if the weights do not fit or sum to 0, or if mean or scale
  /// is beyond double precision.
  TargetScaler(const Vector& target, const Vector& weights);
  /// For reading a model back. Throws an Error unless both are finite and the scale is positive.
  static TargetScaler from_values(double mean, double scale);

  Vector transform(const Vector& target) const;
  Vector inverse(const Vector& scaled) const;

  double mean() const { return mean_; }
  double scale() const { return scale_; }

 private:
  double mean_ = 0.0;
  double scale_ = 1.0;
};

}  // namespace tkl
