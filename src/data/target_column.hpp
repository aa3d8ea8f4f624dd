#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tkl/table.hpp"

namespace tkl::internal {

/// The position, from 0, of the column of that name or, if there is none, of that count from 1.
/// `role` says in a message what it is to be, such as "the weights".
std::size_t find_column(const Table& table, const std::string& name, const std::string& role);

/// The position, from 0, of the column that `target` names or counts; a name goes before a count.
std::size_t find_target_column(const Table& table, const std::optional<std::string>& target);

}  // namespace tkl::internal
