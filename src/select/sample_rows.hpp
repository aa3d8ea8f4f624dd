#pragma once

#include <cstdint>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// So many rows of the data (all if there are no more), in order, every class with its share.
std::vector<Index> sample_rows(const DatasetWithoutPoints& data, Index count, std::uint64_t seed);

}  // namespace tkl
