#pragma once

#include "tkl/fit.hpp"

namespace tkl {

/// How a fit divides the memory it may use.
struct MemoryPlan {
  double fixed = 0.0;  ///< bytes for all that grows with the rows, not with their square
  /// Bytes for matrices of the size of the kernel matrix, LearnOptions::memory.
  double matrices = 0.0;

  double total() const { return fixed + matrices; }
};

/// The kernel matrix and a factor of it in memory if the limit allows; else what the limit leaves for
/// computing its entries when needed. Throws an Error if even that is too little.
MemoryPlan plan_memory(Index rows, Index features, const FitOptions& options,
                       Residence residence = Residence::memory);

/// Bytes for all that grows with the rows, not with their square, in an exact fit of them.
double fixed_memory(Index rows, Index features, const FitOptions& options);

}  // namespace tkl
