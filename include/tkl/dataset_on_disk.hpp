#pragma once

#include <memory>

#include "tkl/dataset.hpp"
#include "tkl/rows.hpp"

namespace tkl {

/// Points with their targets where memory has no room for the points. Targets and weights, 8 bytes a
/// row each, stay in memory.
struct DatasetOnDisk : DatasetWithoutPoints {
  static constexpr Residence residence = Residence::disk;
  std::shared_ptr<const RowsOnDisk> points;

  Index rows() const { return points->count(); }
  Index features() const { return points->features(); }
};

/// As for a Dataset; the rows selected are in memory.
Dataset select_rows(const DatasetOnDisk& data, const std::vector<Index>& rows);
void validate(const DatasetOnDisk& data);

}  // namespace tkl
