#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Maps every feature's range on the training data to [0, 1]. A constant feature maps to 0
/// everywhere: it carried no information in training and must not disturb a prediction.
class FeatureScaler {
 public:
  FeatureScaler() = default;
  /// Learns the ranges. Throws an Error if a range overflows.
  explicit FeatureScaler(const Matrix& points);
  /// For reading a model back.
  FeatureScaler(Vector minimum, Vector maximum);

  Matrix transform(const Matrix& points) const;

  const Vector& minimum() const { return minimum_; }
  const Vector& maximum() const { return maximum_; }

 private:
  Vector minimum_;
  Vector maximum_;
  Vector factor_;  // 1 / (maximum - minimum), or 0 for a constant feature
};

/// Maps a regression target to mean 0 and standard deviation 1, so that cost and tube have a
/// meaning that does not depend on the target's unit.
class TargetScaler {
 public:
  TargetScaler() = default;  ///< the identity
  /// Learns mean and standard deviation under the weights (empty: all ones). A constant target
  /// keeps the scale 1.
  TargetScaler(const Vector& target, const Vector& weights);
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
