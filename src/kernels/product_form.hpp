#pragma once

#include <functional>

#include "tkl/matrix.hpp"

namespace tkl {

/// A function of n features as a sum of products of functions of one feature:
///
///   f(y) = Σ_i (c_i0 + Σ_l c_il y_l) Π_l φ_il(y_l).
struct ProductForm {
  Matrix coefficients;  ///< c: a row for each term i, n + 1 columns
  /// φ_il of all terms i at some values of feature l: a column for each value.
  std::function<Matrix(Index feature, const Vector& values)> factors;
};

}  // namespace tkl
