#pragma once

#include <functional>

#include "tkl/matrix.hpp"

namespace tkl {

/// A function of n features as a sum of products of functions of one feature:
///
///   f(y) = Σ_i (c_i + Σ_l u_il(y_l)) Π_l φ_il(y_l).
struct ProductForm {
  /// Of all terms i at some values of feature l: a row for each term, a column for each value.
  using Terms = std::function<Matrix(Index feature, const Vector& values)>;

  Vector constants;  ///< c
  Terms summands;    ///< u
  Terms factors;     ///< φ
};

}  // namespace tkl
