#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "tkl/rows.hpp"

namespace tkl::internal {

/// Those rows, each at most once, in that order, in a second scratch file of the same folder. The file is read once from
/// beginning to end, and the other written twice, however far the orders are apart: rows are dealt out
/// to the parts of the new order first, and each part is sorted in memory.
std::unique_ptr<RowsOnDisk> arrange_rows(const RowsOnDisk& rows, const std::vector<Index>& order);

/// How many numbers are sorted in memory at a time.
constexpr Index part_numbers = Index{1} << 22U;

/// The bytes that arranging takes.
inline double arranging_memory(double rows, Index features) {
  constexpr double copies = 4.0;  // of a part: as it came, sorted, as it goes to the file
  const double numbers = rows * static_cast<double>(features);
  return 8.0 * (rows + copies * std::min(numbers, static_cast<double>(part_numbers)));
}

}  // namespace tkl::internal
