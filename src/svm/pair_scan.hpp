#pragma once

#include <cstddef>

namespace tkl {

/// The two scans of SMO over a small working set, in single precision at the speed of the widest
/// vectors that the machine has. `size` is a multiple of pair_scan_padding; padding has
/// price_up = +∞ and price_down = -∞, as has a weight at its bound.
inline constexpr std::size_t pair_scan_padding = 16;

struct WorkingArrays {
  float* gradient;          ///< y - f
  const float* price_up;    ///< what ε|w| takes from the gain of moving up; ∞ at the upper bound
  const float* price_down;  ///< the same downwards; -∞ at the lower bound
  const float* diagonal;
  std::size_t size;
};

struct Steepest {
  std::size_t up;   ///< the first row with the largest gradient - price_up
  float up_gain;    ///< that value
  float down_gain;  ///< the smallest gradient - price_down
};

/// gradient -= step·(column_i - column_j), then the steepest directions.
Steepest update_gradient(const WorkingArrays& arrays, const float* column_i, const float* column_j,
                         float step);

/// The row j whose move down, against a move up that gains `up_gain` and has the kernel column
/// `column` and diagonal entry `diagonal`, promises most: the largest slope²/curvature. Returns size
/// if no slope is positive.
std::size_t best_partner(const WorkingArrays& arrays, const float* column, float diagonal,
                         float up_gain, float smallest_curvature);

}  // namespace tkl
