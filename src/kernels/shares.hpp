#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// The weights of the rows as shares of one; no weights means equal ones.
inline Vector shares(const Vector& weights, Index rows) {
  const Vector values = weights.size() == 0 ? Vector::Ones(rows) : weights;
  return values / values.sum();
}

}  // namespace tkl
