#pragma once

#include "linalg/dense.hpp"
#include "tkl/threads.hpp"

namespace tkl::linalg {

/// Dense operations on several threads, bit for bit the same for any number of them: matrices are cut
/// into tiles of fixed size, and every tile is updated by one thread in a fixed order.

/// For work that takes the time of reading so many entries: one thread if another took longer to start.
/// On a busy machine that can be milliseconds.
Threads threads_for(Index entries, const Threads& threads);

/// As cholesky().
bool parallel_cholesky(Block a, const Threads& threads);
bool parallel_cholesky(SingleBlock a, const Threads& threads);

/// B ← L⁻¹B for a lower triangular L.
void parallel_solve_lower(const ConstBlock& l, Block b, const Threads& threads);
void parallel_solve_lower(const ConstSingleBlock& l, SingleBlock b, const Threads& threads);

/// x ← L⁻ᵀx for one column.
void parallel_solve_lower_transposed(const ConstSingleBlock& l, SingleBlock x,
                                     const Threads& threads);

/// C ← C - AB.
void parallel_subtract_product(const ConstSingleBlock& a, const ConstSingleBlock& b, SingleBlock c,
                               const Threads& threads);
/// C ← C - AᵀB.
void parallel_subtract_transposed_product(const ConstSingleBlock& a, const ConstSingleBlock& b,
                                          SingleBlock c, const Threads& threads);

/// C ← C - AᵀA, both triangles.
void parallel_subtract_square(const ConstSingleBlock& a, SingleBlock c, const Threads& threads);

/// Copies the lower triangle of a square matrix to its upper one.
void parallel_mirror_lower(SingleBlock a, const Threads& threads);

}  // namespace tkl::linalg
