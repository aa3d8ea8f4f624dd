#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Quantities along their principal axes, z = (x - mean) / deviation · eigenvectors of the correlations,
/// with every z mapped to [0, 1] on these points: the affine map, a column an axis, what it takes of each
/// quantity and below that what is added. The axes come in the order of their share of the variance, largest
/// first. One along which there is nothing but rounding, of the arithmetic or of the digits that the quantities have, maps
/// to 0, as a constant quantity does.
///
/// Weights must not be negative, and one must be positive. Costs the rows times the square of the quantities.
Matrix principal_axes(const Matrix& quantities, const Vector& weights);

/// The largest correlation of two quantities, as a size from 0 to 1; 0 if there are not two that vary.
double largest_correlation(const Matrix& quantities, const Vector& weights);

}  // namespace tkl
