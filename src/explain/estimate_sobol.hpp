#pragma once

#include <cstdint>
#include <functional>

#include "explain/sobol.hpp"

namespace tkl {

/// A function of points, one a row, with a column for each of its outputs.
using VectorFunction = std::function<Matrix(const Matrix& points)>;

/// The same as variance_parts() of any function, summed over its outputs, from random points: the
/// estimators of Saltelli et al. (2010) for main effects and of Jansen (1999) for totals.
VarianceParts estimate_variance_parts(const VectorFunction& function, Index features,
                                      const std::vector<InputGroup>& groups, std::uint64_t seed);

}  // namespace tkl
