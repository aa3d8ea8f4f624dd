#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Maps every feature's range on the training data to [0, 1], ends exactly. A constant feature maps
/// to 0 everywhere: it carried no information in training and must not disturb a prediction.
///
/// Where the values of a feature crowd at one end of the range, a warp can draw that end out:
/// t becomes log(1 + at) / log(1 + a), or the mirror image of that, with the curvature a that brings
/// the median to the middle.
class FeatureScaler {
 public:
  FeatureScaler() = default;
  /// Learns the ranges. Throws an Error if there are no rows, a point is not finite or a range
  /// overflows.
  explicit FeatureScaler(const Matrix& points);
  /// The same, and learns curvatures under the weights (empty: all ones) if there is to be a warp.
  FeatureScaler(const Matrix& points, const Vector& weights, bool warp);
  /// For reading a model back. Throws an Error unless every range is finite and not negative and
  /// every curvature is finite.
  FeatureScaler(Vector minimum, Vector maximum, Vector curvature);

  /// Throws an Error if the points have another number of features.
  Matrix transform(const Matrix& points) const;
  /// Of values of one feature.
  Vector transform(Index feature, const Vector& values) const;

  const Vector& minimum() const { return minimum_; }
  const Vector& maximum() const { return maximum_; }
  /// 0: straight. Positive: the lower end is drawn out. Negative: the upper end.
  const Vector& curvature() const { return curvature_; }

 private:
  Vector minimum_;
  Vector maximum_;
  Vector curvature_;
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
