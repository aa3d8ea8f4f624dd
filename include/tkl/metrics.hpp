#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

double mean_squared_error(const Vector& truth, const Vector& prediction);

/// The square of the correlation coefficient; NaN if either side is constant.
double squared_correlation(const Vector& truth, const Vector& prediction);

/// How many entries agree.
Index count_equal(const Vector& truth, const Vector& prediction);

}  // namespace tkl
