#pragma once

#include <cstdint>

#include "tkl/fit.hpp"

namespace tkl {

/// With more features than this, scales for each of them would take longer to learn than they gain.
inline constexpr Index most_features_with_scales = 25;

/// The options with bounds or widths for each feature in place of the common one, which is where
/// the maximisation of the evidence starts. Learned from a few hundred rows, drawn by the seed. The
/// ridge is a first guess.
FitOptions with_learned_scales(const Dataset& data, const FitOptions& options, double ridge,
                               std::uint64_t seed);

}  // namespace tkl
