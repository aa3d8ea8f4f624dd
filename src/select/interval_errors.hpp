#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Sizes of errors, ascending, for intervals that follow their ranks. A row with weight 2 counts as two rows; where weights
/// are no whole numbers there are as many errors as rows, in the proportions that the weights say.
Vector interval_errors(const Vector& errors, const Vector& weights);

}  // namespace tkl
