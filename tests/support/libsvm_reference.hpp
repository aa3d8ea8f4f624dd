#pragma once

#include "tkl/matrix.hpp"

namespace tkl::testing {

struct LibsvmOptions {
  double cost = 1.0;
  double tube = 0.1;
  double tolerance = 1e-8;  ///< on the violation of the optimality conditions
};

/// The weights w of Σ w_i k(x_i, ·) that LIBSVM finds for a kernel matrix.
Vector libsvm_regression(const Matrix& K, const Vector& y, const LibsvmOptions& options);

Vector libsvm_classification(const Matrix& K, const Vector& y, const LibsvmOptions& options);

}  // namespace tkl::testing
