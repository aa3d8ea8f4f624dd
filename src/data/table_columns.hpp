#pragma once

#include <cstddef>
#include <string>

#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl::internal {

/// Throws an Error unless a table, perhaps made by hand, has one name a column and one field a row.
void check_shape(const Table& table);

/// `column 3 ("age")`, or for LIBSVM `feature 2` and `label`.
std::string column_label(const Table& table, std::size_t column);

/// `file:17: column 3 ("age"): what`.
Error error_at_field(const Table& table, std::size_t row, std::size_t column,
                     const std::string& what);

/// The Error for a field that is no number where one is needed; `rule` says by which rule.
Error not_a_number(const Table& table, std::size_t row, std::size_t column,
                   const std::string& rule);

/// The values of a column that must be numbers, none missing.
Vector number_column(const Table& table, std::size_t column);

}  // namespace tkl::internal
