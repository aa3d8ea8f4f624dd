#pragma once

#include <string_view>

namespace tkl {

/// The sets of kernels that a fit can learn from.
enum class Family {
  tessellated,  ///< the paper's
  reflected,    ///< tessellated kernels without a preferred end of each feature
  gaussian,     ///< one Gaussian kernel: nothing to learn but the SVM
  matern,       ///< one Matérn kernel of smoothness 3/2
  polynomial,   ///< all polynomial kernels of a degree
  kernels       ///< a list of fixed kernels
};
constexpr std::string_view to_string(Family family) {
  switch (family) {
    case Family::tessellated: return "tessellated";
    case Family::reflected: return "reflected";
    case Family::gaussian: return "gaussian";
    case Family::matern: return "matern";
    case Family::polynomial: return "polynomial";
    case Family::kernels: return "kernels";
  }
  return "unknown";
}

/// Is it a kernel of the distance, with widths where tessellated kernels have bounds?
constexpr bool is_radial(Family family) {
  return family == Family::gaussian || family == Family::matern;
}

/// Does the family have bounds or widths?
constexpr bool has_scales(Family family) {
  return family == Family::tessellated || family == Family::reflected || is_radial(family);
}

}  // namespace tkl
