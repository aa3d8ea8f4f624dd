#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tkl/table.hpp"

namespace tkl::internal {

/// The position, from 0, of the column that `target` names or counts; a name goes before a count.
std::size_t find_target_column(const Table& table, const std::optional<std::string>& target);

}  // namespace tkl::internal
