#pragma once

#include <cstdint>
#include <vector>

#include "tkl/dataset.hpp"

namespace tkl {

/// Whether there are rows of positive weight to hold out, each leaving others of its class to learn from.
bool can_be_divided(const DatasetWithoutPoints& data);

/// The rows of the first folds that leave two rows and rows of every class to learn from, at most `count`. All weights are positive. The only row of a class is
/// never held out; groups must not be separated, and a fold that has all of a class is left out.
std::vector<std::vector<Index>> usable_folds(const Dataset& data, int parts, int count,
                                             std::uint64_t seed);

}  // namespace tkl
