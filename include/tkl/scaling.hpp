#pragma once

#include <string_view>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// A feature whose numbers may be names of something, such as 0 to 5 for the walls of a house: what
/// is next to each other need not be alike.
struct Code {
  Index feature = 0;
  Vector levels{};  ///< the numbers that are names, ascending

  bool operator==(const Code& other) const {
    return feature == other.feature && levels == other.levels;
  }
};

std::vector<Index> features_of(const std::vector<Code>& codes);

/// What a kernel sees of the quantities.
enum class Axes {
  features,  ///< each of them
  principal  ///< as many mixtures of them, uncorrelated with each other
};
constexpr std::string_view to_string(Axes axes) {
  return axes == Axes::principal ? "principal" : "features";
}

/// Coordinates that a kernel sees of so many features: each of them, and each level of the codes.
Index count_coordinates(Index features, const std::vector<Code>& codes);

/// Maps every feature's range on the training data to [0, 1], ends exactly. A constant feature maps
/// to 0 everywhere: it carried no information in training and must not disturb a prediction.
///
/// Where the values of a feature crowd at one end of the range, a warp can draw that end out:
/// t becomes log(1 + at) / log(1 + a), or the mirror image of that, with the curvature a that brings
/// the median to the middle.
///
/// So every feature is a coordinate that a kernel sees. Behind them come those of the codes, one for
/// each level: 1/6 where the feature has that very value, 0 elsewhere, so that any two levels are as far
/// apart as two values of a feature are on average. The quantity stays beside them, and a
/// value that is none of the levels is 0 in all of them: like none of the known, yet near some by size.
///
/// Where features go together, what matters may be how they differ. Along principal axes the place of
/// the quantities is taken by as many mixtures of them that are uncorrelated, each from 0 to 1 again.
class FeatureScaler {
 public:
  FeatureScaler() = default;
  /// Learns the ranges. Throws an Error if there are no rows, a point is not finite or a range
  /// overflows.
  explicit FeatureScaler(const Matrix& points);
  /// The same, and learns curvatures under the weights (empty: all ones) if there is to be a warp.
  FeatureScaler(const Matrix& points, const Vector& weights, bool warp,
                std::vector<Code> codes = {});
  /// For reading a model back. Throws an Error unless every range is finite and not negative, every
  /// curvature is finite, and codes are of different features with levels that ascend.
  /// A turn has a column for each coordinate in place of the quantities: what it takes of them, and
  /// below that what is added; without columns there is none.
  FeatureScaler(Vector minimum, Vector maximum, Vector curvature, std::vector<Code> codes = {},
                Matrix turn = {});

  /// The same along the principal axes of these points under the weights (empty: all ones): eigenvectors
  /// of the correlations. An axis along which there is nothing but rounding is 0 everywhere.
  FeatureScaler along_principal_axes(const Matrix& points, const Vector& weights) const;

  /// The coordinates, a column each. Throws an Error if the points have another number of features.
  Matrix transform(const Matrix& points) const;
  /// One coordinate, of values of its feature. Requires that it is of one: the axes are features.
  Vector transform(Index coordinate, const Vector& values) const;

  Index features() const { return minimum_.size(); }
  Index coordinates() const { return count_coordinates(features(), codes_); }
  /// What the kernel sees of a feature.
  std::vector<Index> coordinates_of(Index feature) const;

  const Vector& minimum() const { return minimum_; }
  const Vector& maximum() const { return maximum_; }
  const std::vector<Code>& codes() const { return codes_; }
  /// 0: straight. Positive: the lower end is drawn out. Negative: the upper end.
  const Vector& curvature() const { return curvature_; }
  Axes axes() const { return turn_.cols() == 0 ? Axes::features : Axes::principal; }
  const Matrix& turn() const { return turn_; }

 private:
  Vector quantity(Index feature, const Vector& values) const;
  Matrix turned(const Matrix& quantities) const;

  Vector minimum_;
  Vector maximum_;
  Vector curvature_;
  Vector range_;  // maximum - minimum
  std::vector<Code> codes_;
  Matrix turn_;
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
