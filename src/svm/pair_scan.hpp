#pragma once

#include <cstddef>

namespace tkl {

/// The two scans of SMO over a small working set, at the speed of the widest vectors that the machine
/// has; T is float or double. `size` is a multiple of pair_scan_padding; padding has
/// price_up = +∞ and price_down = -∞, as has a weight at its bound.
inline constexpr std::size_t pair_scan_padding = 16;

template <class T>
struct WorkingArrays {
  T* gradient;          ///< y - f
  const T* price_up;    ///< what ε|w| takes from the gain of moving up; ∞ at the upper bound
  const T* price_down;  ///< the same downwards; -∞ at the lower bound
  const T* diagonal;
  std::size_t size;
};

template <class T>
struct Steepest {
  std::size_t up;  ///< the first row with the largest gradient - price_up
  T up_gain;       ///< that value
  T down_gain;     ///< the smallest gradient - price_down
};

/// gradient -= step·(column_i - column_j), then the steepest directions.
Steepest<float> update_gradient(const WorkingArrays<float>& arrays, const float* column_i,
                                const float* column_j, float step);
Steepest<double> update_gradient(const WorkingArrays<double>& arrays, const double* column_i,
                                 const double* column_j, double step);

/// The row j whose move down, against a move up that gains `up_gain` and has the kernel column
/// `column` and diagonal entry `diagonal`, promises most: the largest slope²/curvature. Returns size
/// if no slope is positive.
std::size_t best_partner(const WorkingArrays<float>& arrays, const float* column, float diagonal,
                         float up_gain, float smallest_curvature);
std::size_t best_partner(const WorkingArrays<double>& arrays, const double* column, double diagonal,
                         double up_gain, double smallest_curvature);

}  // namespace tkl
