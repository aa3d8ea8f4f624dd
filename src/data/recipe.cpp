#include "data/recipe.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "data/boolean_levels.hpp"
#include "data/date_or_time.hpp"
#include "data/field.hpp"
#include "data/message.hpp"
#include "data/table_columns.hpp"

namespace tkl {

Index ColumnRecipe::features() const {
  if (is_categorical()) return static_cast<Index>(levels.size());
  return fill ? 2 : 1;
}

std::vector<std::string> feature_names(const Recipe& recipe) {
  std::vector<std::string> names;
  for (const ColumnRecipe& column : recipe) {
    if (!column.is_categorical()) names.push_back(column.name);
    if (column.fill) names.push_back(column.name + " is missing");
    for (const std::string& level : column.levels) {
      names.push_back(level.empty() ? column.name + " is missing" : column.name + "=" + level);
    }
  }
  return names;
}

Recipe recipe_of_numbers(const std::vector<std::string>& names) {
  Recipe recipe;
  for (const std::string& name : names) recipe.push_back({name, {}, {}});
  return recipe;
}

namespace internal {

namespace {

constexpr std::size_t most_levels = 100;

/// Fields of one column, by what they are.
struct Census {
  std::vector<double> numbers;
  std::size_t missing = 0;
  std::size_t texts = 0;
  std::size_t first_text = 0;  // row
};

Census take_census(const Table& table, std::size_t column) {
  Census census;
  const std::vector<std::string>& fields = table.columns[column];
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field field = read_field(fields[i]);
    switch (field.kind) {
      case FieldKind::number: census.numbers.push_back(field.value); break;
      case FieldKind::missing: ++census.missing; break;
      case FieldKind::text:
        if (census.texts++ == 0) census.first_text = i;
        break;
      case FieldKind::infinite:
      case FieldKind::too_large: throw not_a_number(table, i, column, "");
    }
  }
  return census;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

/// How a field is spelled as a level: the missing ones alike, and 5 like 5.0.
std::string level_of(const std::string& text) {
  const Field field = read_field(text);
  if (field.kind == FieldKind::missing) return {};
  return field.kind == FieldKind::number ? format_number(field.value) : text;
}

/// The first row with a date or time, if most rows with text have one.
std::optional<std::size_t> first_date(const std::vector<std::string>& fields) {
  std::size_t dates = 0;
  std::size_t others = 0;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (spells_date_or_time(fields[i])) {
      if (dates++ == 0) first = i;
    } else if (read_field(fields[i]).kind == FieldKind::text) {
      ++others;
    }
  }
  return dates > others ? first : std::nullopt;
}

void refuse_dates(const Table& table, std::size_t column) {
  const std::vector<std::string>& fields = table.columns[column];
  const std::optional<std::size_t> date = first_date(fields);
  if (!date) return;
  throw error_at_field(table, *date, column,
                       quote(fields[*date]) +
                           " looks like a date or time; give numbers that matter instead, such as "
                           "days since the start, month or hour (if these are categories, declare "
                           "the column categorical)");
}

ColumnRecipe categorical(const Table& table, std::size_t column, std::size_t example) {
  const std::vector<std::string>& fields = table.columns[column];
  std::set<std::string> levels;
  for (const std::string& field : fields) levels.insert(level_of(field));
  const std::string& text = fields[example];
  if (has_decimal_comma(text)) throw not_a_number(table, example, column, "");
  if (levels.size() > most_levels || (levels.size() > 2 && levels.size() == fields.size())) {
    throw error_at_field(table, example, column,
                         quote(text) + ": the column has " + std::to_string(levels.size()) +
                             " different values, more than categories have; leave out identifiers, "
                             "or join rare levels to at most " +
                             std::to_string(most_levels));
  }
  return {table.names[column], merge_capitals({levels.begin(), levels.end()}), {}};
}

}  // namespace

ColumnRecipe learn_recipe(const Table& table, std::size_t column, bool declared_categorical) {
  if (declared_categorical) return categorical(table, column, 0);
  Census census = take_census(table, column);
  if (census.numbers.empty() && census.texts == 0) {
    throw error_in(table.source,
                   column_label(table, column) + ": every value is missing; leave the column out");
  }
  if (census.texts > census.numbers.size()) {
    refuse_dates(table, column);
    return categorical(table, column, census.first_text);
  }
  if (census.texts > 0) {
    throw not_a_number(table, census.first_text, column,
                       "most rows of this column are numbers (if these are categories, declare the "
                       "column categorical)");
  }
  ColumnRecipe recipe{table.names[column], {}, {}};
  if (census.missing > 0) recipe.fill = median(std::move(census.numbers));
  return recipe;
}

Matrix apply_recipe(const ColumnRecipe& recipe, const Table& table, std::size_t column) {
  const std::vector<std::string>& fields = table.columns[column];
  const LevelFinder levels(recipe.levels);
  Matrix out = Matrix::Zero(table.rows(), recipe.features());
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto row = static_cast<Index>(i);
    if (recipe.is_categorical()) {
      if (const auto level = levels.find(level_of(fields[i]))) out(row, *level) = 1.0;
      continue;
    }
    const Field field = read_field(fields[i]);
    if (field.kind == FieldKind::missing && recipe.fill) {
      out.row(row) << *recipe.fill, 1.0;
    } else if (field.kind == FieldKind::number) {
      out(row, 0) = field.value;
    } else {
      throw not_a_number(table, i, column, "the column has numbers in the training data");
    }
  }
  return out;
}

}  // namespace internal

}  // namespace tkl
