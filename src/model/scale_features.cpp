#include "model/scale_features.hpp"

#include "model/shard.hpp"

namespace tkl {

FeatureScaler scale_features(const Ranges& ranges, const Dataset& sample, bool warp,
                             const std::vector<Code>& codes) {
  if (!warp) return {ranges.minimum, ranges.maximum, Vector::Zero(ranges.minimum.size()), codes};
  Matrix points(sample.rows() + 2, sample.features());
  points << sample.points, ranges.minimum.transpose(), ranges.maximum.transpose();
  Vector weights = Vector::Zero(points.rows());
  weights.head(sample.rows()) = weights_or_ones(sample);
  return {points, weights, warp, codes};
}

}  // namespace tkl
