#include "model/scale_features.hpp"

#include "model/shard.hpp"

namespace tkl {

namespace {

FeatureScaler with_axes(const FeatureScaler& scaler, const Dataset& data, Axes axes) {
  return axes == Axes::principal ? scaler.along_principal_axes(data.points, data.weights) : scaler;
}

FeatureScaler within(const Ranges& ranges, const Dataset& sample, const FitOptions& options) {
  if (!options.warp) {
    return {ranges.minimum, ranges.maximum, Vector::Zero(ranges.minimum.size()), options.codes};
  }
  Matrix points(sample.rows() + 2, sample.features());
  points << sample.points, ranges.minimum.transpose(), ranges.maximum.transpose();
  Vector weights = Vector::Zero(points.rows());
  weights.head(sample.rows()) = weights_or_ones(sample);
  return {points, weights, options.warp, options.codes};
}

}  // namespace

FeatureScaler scale_features(const Dataset& data, const FitOptions& options) {
  return with_axes({data.points, data.weights, options.warp, options.codes}, data, options.axes);
}

FeatureScaler scale_features(const Ranges& ranges, const Dataset& sample,
                             const FitOptions& options) {
  return with_axes(within(ranges, sample, options), sample, options.axes);
}

}  // namespace tkl
