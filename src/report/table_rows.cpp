#include "report/table_rows.hpp"

#include <algorithm>

#include "tkl/table.hpp"

namespace tkl::report {

namespace {

Json value_of(const Context& context, std::size_t column, Index row) {
  if (is_missing(context, column, context.data.points, row)) return {};
  if (context.model.recipe[column].is_categorical()) {
    const auto level = level_of(context, column, context.data.points, row);
    return level ? Json(*level) : Json("unknown level");
  }
  return number(context.data.points(row, context.columns[column].first));
}

}  // namespace

std::optional<std::string> level_of(const Context& context, std::size_t column,
                                    const Matrix& points, Index row) {
  const ColumnRecipe& recipe = context.model.recipe[column];
  for (std::size_t k = 0; k < recipe.levels.size(); ++k) {
    if (points(row, context.columns[column].first + static_cast<Index>(k)) != 0.0) {
      return recipe.levels[k];
    }
  }
  return std::nullopt;
}

bool is_missing(const Context& context, std::size_t column, const Matrix& points, Index row) {
  const ColumnRecipe& recipe = context.model.recipe[column];
  const Index first = context.columns[column].first;
  if (recipe.is_categorical()) return level_of(context, column, points, row) == "";
  return recipe.fill && points(row, first + 1) != 0.0;
}

Json column_values(const Context& context, Index row) {
  constexpr std::size_t most = 6;
  Json object = Json::array();
  for (std::size_t k = 0; k < std::min(most, context.by_importance.size()); ++k) {
    const std::size_t column = context.by_importance[k];
    object.push_back(
        {{"column", context.column_name(column)}, {"value", value_of(context, column, row)}});
  }
  return object;
}

}  // namespace tkl::report
