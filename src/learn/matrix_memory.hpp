#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// Bytes that learning with the kernel matrix in memory needs for it and for a factor of it.
inline double matrix_memory(Index rows) {
  return 16.0 * static_cast<double>(rows) * static_cast<double>(rows);
}

}  // namespace tkl
