#pragma once

#include <cstdint>
#include <vector>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// So many of the rows of x (all if there are no more), spread out as the kernel sees distance: each
/// is drawn with a probability in proportion to its squared distance k(x,x) + k(z,z) - 2k(x,z) from
/// the nearest landmark before it (k-means++ in the space of the kernel). Rows that equal a landmark
/// are not drawn, so there may be fewer. Costs one kernel value for each row and landmark.
std::vector<Index> choose_landmarks(const KernelFamily& family, const Matrix& P, const Matrix& x,
                                    Index count, std::uint64_t seed, const Threads& threads);

}  // namespace tkl
