#pragma once

#include "tkl/feasible_set.hpp"

namespace tkl {

/// The minimiser V over the feasible set of <gradient, V - P> + ½|X·vec(V - P)|², by an accelerated
/// projected gradient method with restarts. Stops when its own duality gap is below `accuracy`.
Matrix minimise_quadratic_model(const FeasibleSet& set, const Matrix& P, const Matrix& gradient,
                                const Matrix& X, double accuracy);

}  // namespace tkl
