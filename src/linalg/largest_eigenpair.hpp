#pragma once

#include "tkl/matrix.hpp"

namespace tkl::linalg {

struct Eigenpair {
  double value;
  Vector vector;
};

/// The largest eigenvalue of a symmetric matrix with an eigenvector of norm one. The value is never
/// too small, but for rounding: certificates depend on that.
Eigenpair largest_eigenpair(const Matrix& A);

}  // namespace tkl::linalg
