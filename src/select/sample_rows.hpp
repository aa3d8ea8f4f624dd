#pragma once

#include <cstdint>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// Rows of positive weight, in order: one of weight 0 is as good as none, wherever rows are counted or dealt out.
std::vector<Index> rows_that_count(const DatasetWithoutPoints& data);

/// So many of them (all if there are no more), in order, every class with its share.
std::vector<Index> sample_rows(const DatasetWithoutPoints& data, Index count, std::uint64_t seed);

}  // namespace tkl
