#include "data/table_columns.hpp"

#include "data/field.hpp"
#include "data/message.hpp"

namespace tkl::internal {

void check_shape(const Table& table) {
  if (table.columns.empty() || table.lines.empty()) {
    throw error_in(table.source, "the table is empty; expected rows of data");
  }
  if (table.names.size() != table.columns.size()) {
    throw error_in(table.source, "the table has " + count_of(table.names.size(), "name") + " for " +
                                     count_of(table.columns.size(), "column") +
                                     "; give every column a name");
  }
  for (std::size_t j = 0; j < table.columns.size(); ++j) {
    if (table.columns[j].size() == table.lines.size()) continue;
    throw error_in(table.source,
                   column_label(table, j) + " has " + count_of(table.columns[j].size(), "field") +
                       " for " + count_of(table.lines.size(), "row") + "; give every row a field");
  }
}

std::string column_label(const Table& table, std::size_t column) {
  if (table.target_is_first) return column == 0 ? "label" : "feature " + std::to_string(column);
  const std::string position = "column " + std::to_string(column + 1);
  return table.has_header ? position + " (" + quote(table.names[column]) + ")" : position;
}

Error error_at_field(const Table& table, std::size_t row, std::size_t column,
                     const std::string& what) {
  return error_at(table.source, table.lines[row], column_label(table, column) + ": " + what);
}

Error not_a_number(const Table& table, std::size_t row, std::size_t column,
                   const std::string& rule) {
  const std::string& text = table.columns[column][row];
  std::string why = why_not_a_number(text, rule);
  const bool may_be_a_header = table.lines[row] == 1 && !table.has_header && !table.target_is_first;
  if (may_be_a_header && read_field(text).kind == FieldKind::text) {
    why += "; if this line holds the column names, say that the file has a header";
  }
  return error_at_field(table, row, column, why);
}

Vector number_column(const Table& table, std::size_t column) {
  Vector values(table.rows());
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const Field field = read_field(table.columns[column][i]);
    if (field.kind != FieldKind::number) {
      throw not_a_number(table, i, column, "this column must be numeric");
    }
    values(static_cast<Index>(i)) = field.value;
  }
  return values;
}

}  // namespace tkl::internal
