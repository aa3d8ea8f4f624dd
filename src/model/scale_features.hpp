#pragma once

#include <vector>

#include "tkl/dataset.hpp"
#include "tkl/rows.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

/// For many rows: ranges are those of all of them; the crowding of features, if there is to be a warp,
/// is that of a sample.
FeatureScaler scale_features(const Ranges& ranges, const Dataset& sample, bool warp,
                             const std::vector<Code>& codes);

}  // namespace tkl
