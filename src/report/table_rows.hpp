#pragma once

#include "report/context.hpp"
#include "report/json.hpp"

namespace tkl::report {

/// What the columns hold in one row of the data, as people would write it, by the name of the
/// column; those that matter most first, and not more than fit beside each other.
Json column_values(const Context& context, Index row);

/// The level of a categorical column in a row of points; nothing if it is none that the model knows.
std::optional<std::string> level_of(const Context& context, std::size_t column,
                                    const Matrix& points, Index row);

/// Whether a column's value is missing in that row.
bool is_missing(const Context& context, std::size_t column, const Matrix& points, Index row);

}  // namespace tkl::report
