#pragma once

#include <cstddef>
#include <limits>

#include "tkl/table.hpp"

namespace tkl::internal {

/// The most that a table may hold; one row is always allowed.
struct Extent {
  std::size_t rows = std::numeric_limits<std::size_t>::max();
  std::size_t fields = std::numeric_limits<std::size_t>::max();
};

/// Makes tables of the rows of a text, from its beginning to its end.
class TableParser {
 public:
  TableParser() = default;
  TableParser(const TableParser&) = delete;
  TableParser& operator=(const TableParser&) = delete;
  TableParser(TableParser&&) = delete;
  TableParser& operator=(TableParser&&) = delete;
  virtual ~TableParser() = default;

  /// The rows that come next; none at the end, but an Error if there are none at all.
  virtual Table next(const Extent& most) = 0;
};

}  // namespace tkl::internal
