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

/// Bounds or widths, one for each feature and code, and the ridge that goes with them. The evidence of
/// few rows may have several peaks, of fine kernels with a large ridge and of wide ones with a small:
/// scales without their ridge say little.
struct LearnedScales {
  Vector scales;
  double ridge = 0.0;

  /// All in one, for whoever keeps or sends them.
  Vector to_numbers() const;
  static LearnedScales from_numbers(const Vector& numbers);
};

/// Those that maximise the evidence. It starts from the scales that the options have, or else from the common
/// one, and from the ridge given. Learned from 300 to 2000 rows, drawn by the seed.
LearnedScales learn_scales(const Dataset& data, const FitOptions& options, double ridge,
                           std::uint64_t seed);
/// The same for data that are part of others, by which features are scaled.
LearnedScales learn_scales(const Dataset& data, const FeatureScaler& scaler,
                           const FitOptions& options, double ridge, std::uint64_t seed);

/// The bounds or widths of the options' family.
Vector& scales_in(FitOptions& options);
const Vector& scales_in(const FitOptions& options);

/// The options with learned scales, in place of others whose ridge was `ridge_before`: where it is another peak, the
/// cost is larger by as much as the ridge is smaller. 0 leaves the cost as it is.
FitOptions with_scales(FitOptions options, const LearnedScales& learned, double ridge_before);

}  // namespace tkl
