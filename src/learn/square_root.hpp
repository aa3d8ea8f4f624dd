#pragma once

#include "tkl/feasible_set.hpp"

namespace tkl {

/// U with P = τI + (1-τ)UUᵀ, which has norm √s; elementwise for the diagonal shape. One column for each
/// eigenvalue of P, in ascending order.
Matrix square_root(const FeasibleSet& set, const Matrix& P);

/// The P of such a U, which may have fewer columns.
Matrix parameter(const FeasibleSet& set, const Matrix& U);

}  // namespace tkl
