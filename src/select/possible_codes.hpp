#pragma once

#include <vector>

#include "tkl/dataset.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

/// Features whose values are a few whole numbers, as codes are: 3 to 12 of them. A level needs some
/// rows that tell what it means. Nothing if so many features are like that, as in pictures, that all their
/// levels would be too much for a kernel to carry, or their scales to learn.
std::vector<Code> possible_codes(const Dataset& data);

}  // namespace tkl
