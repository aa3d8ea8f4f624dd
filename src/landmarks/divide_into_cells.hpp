#pragma once

#include <cstdint>

#include "tkl/cells.hpp"

namespace tkl {

/// A tree whose cells hold at most so many of the points, and nearly equally many, unless many points look
/// alike to the kernel: those stay together. A node's pivots are
/// those of a few random pairs whose difference k(p, x) - k(q, x) varies most among its points, roughly
/// the first principal component in the space of the kernel; its threshold is the median. Another seed
/// makes another division. Costs a few kernel values a point and level.
CellTree divide_into_cells(const KernelFamily& family, const Matrix& P, const Matrix& x,
                           Index most_points, std::uint64_t seed, const Threads& threads);

}  // namespace tkl
