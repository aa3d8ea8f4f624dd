#pragma once

#include "tkl/dataset.hpp"

namespace tkl {

/// Throws an Error where errors of a regression would have no squares in double precision: values too large, or too near to
/// each other. A fit standardises its targets and does without such squares, but whoever compares or reports errors does not.
void require_measurable_target(const DatasetWithoutPoints& data);

}  // namespace tkl
