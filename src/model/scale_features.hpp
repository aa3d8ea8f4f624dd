#pragma once

#include "tkl/dataset.hpp"
#include "tkl/fit.hpp"
#include "tkl/rows.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

/// As the options want the features to be seen.
FeatureScaler scale_features(const Dataset& data, const FitOptions& options);

/// The same for many rows: ranges are those of all of them; the crowding of features, if there is to be a
/// warp, and principal axes with the ranges along them are those of a sample.
FeatureScaler scale_features(const Ranges& ranges, const Dataset& sample,
                             const FitOptions& options);

}  // namespace tkl
