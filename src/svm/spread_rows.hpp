#pragma once

#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// So many of 0 … rows - 1, evenly spread: a fair sample where the order of rows means nothing.
/// Requires count <= rows.
inline std::vector<Index> spread_rows(Index rows, Index count) {
  std::vector<Index> chosen(static_cast<std::size_t>(count));
  for (Index k = 0; k < count; ++k) chosen[static_cast<std::size_t>(k)] = k * rows / count;
  return chosen;
}

}  // namespace tkl
