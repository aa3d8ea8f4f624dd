#pragma once

#include <string_view>

namespace tkl {

/// What an error beyond the tube (regression) or the margin (classification) costs.
enum class Loss {
  linear,  ///< C ξ, as in the paper: few support vectors, outliers do little harm
  squared  ///< C ξ²: aims at the mean, where a linear loss aims at the median
};

constexpr std::string_view to_string(Loss loss) {
  return loss == Loss::squared ? "squared" : "linear";
}

}  // namespace tkl
