#pragma once

#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl::linalg {

/// square += AAᵀ, lower triangle, bit for bit the same for any number of threads.
void parallel_add_square(const Matrix& a, Matrix& square, const Threads& threads);

}  // namespace tkl::linalg
