#pragma once

#include <cstddef>

#include "tkl/recipe.hpp"
#include "tkl/table.hpp"

namespace tkl::internal {

/// What a column of training data is. Text makes it categorical, unless it is a slip among numbers.
/// Throws an Error for such a slip, for a column without any value, for what is no finite number,
/// for dates and times that nobody declared categories, and for text with too many levels to mean
/// anything.
ColumnRecipe learn_recipe(const Table& table, std::size_t column, bool declared_categorical);

/// The features of the column, one row each.
Matrix apply_recipe(const ColumnRecipe& recipe, const Table& table, std::size_t column);

}  // namespace tkl::internal
