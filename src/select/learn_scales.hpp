#pragma once

#include <cstdint>

#include "tkl/fit.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

/// With more features than this, scales for each of them would take longer to learn than they gain.
inline constexpr Index most_features_with_scales = 25;

/// One for each feature and for each code.
Index count_scales(const Dataset& data, const FitOptions& options);

/// The options with one code less, and its scale.
FitOptions without_code(FitOptions options, std::size_t code);

/// The options with bounds or widths for each feature and code that maximise the evidence. It starts from
/// those that the options have, or else from the common one, and from the ridge given. Learned from
/// 300 to 2000 rows, drawn by the seed.
FitOptions with_learned_scales(const Dataset& data, const FitOptions& options, double ridge,
                               std::uint64_t seed);
/// The same for data that are part of others, by which features are scaled.
FitOptions with_learned_scales(const Dataset& data, const FeatureScaler& scaler,
                               const FitOptions& options, double ridge, std::uint64_t seed);

}  // namespace tkl
