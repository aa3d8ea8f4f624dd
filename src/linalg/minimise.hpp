#pragma once

#include <functional>

#include "tkl/matrix.hpp"

namespace tkl::linalg {

/// A smooth function: returns its value, and fills the gradient. Not finite where it is undefined.
using SmoothFunction = std::function<double(const Vector& x, Vector& gradient)>;

struct MinimiseOptions {
  int max_steps = 50;
  double longest_step = 1.0;     ///< no entry of x moves further at once
  double least_decrease = 1e-6;  ///< stop when a step gains less than this
  std::function<bool()> stop{};
};

struct Minimum {
  Vector x;
  double value;
};

/// A local minimum by BFGS with backtracking, for few variables and functions that are expensive.
/// The value at the start must be finite.
Minimum minimise(const SmoothFunction& function, const Vector& start,
                 const MinimiseOptions& options = {});

}  // namespace tkl::linalg
