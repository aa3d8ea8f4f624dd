#include "data/csv.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "data/csv_record.hpp"
#include "data/field.hpp"
#include "data/message.hpp"
#include "data/names.hpp"
#include "data/table_limits.hpp"

namespace tkl::internal {
namespace {

using Record = std::vector<std::string>;

bool spells_a_value(const std::string& field) {
  const FieldKind kind = read_field(field).kind;
  const bool nan = kind == FieldKind::missing && (field == "NaN" || field == "nan");
  return nan || kind == FieldKind::number || kind == FieldKind::infinite ||
         kind == FieldKind::too_large;
}

bool is_header(const Record& first, Header header) {
  if (header != Header::automatic) return header == Header::present;
  return std::none_of(first.begin(), first.end(), spells_a_value);
}

void check_names(const Record& names, const std::string& source, std::size_t line) {
  std::map<std::string, std::size_t> seen;
  for (std::size_t j = 0; j < names.size(); ++j) {
    const std::string place = "column " + std::to_string(j + 1) + ": ";
    if (names[j].empty()) {
      throw error_at(source, line,
                     place +
                         "the header has no name here; name every column (is there a separator "
                         "at the end of the line?)");
    }
    const auto [earlier, is_new] = seen.emplace(names[j], j + 1);
    if (!is_new) {
      throw error_at(source, line,
                     place + "the name " + quote(names[j]) + " already belongs to column " +
                         std::to_string(earlier->second) + "; give every column its own name");
    }
  }
}

void append_row(Table& table, Record& record, std::size_t line, std::size_t first_line) {
  if (record.size() != table.columns.size()) {
    throw error_at(table.source, line,
                   "expected " + count_of(table.columns.size(), "field") + " as in line " +
                       std::to_string(first_line) + ", found " + std::to_string(record.size()) +
                       "; every line must have the same number of fields (put text that contains "
                       "the separator in quotes)");
  }
  for (std::size_t j = 0; j < record.size(); ++j) {
    table.columns[j].push_back(std::move(record[j]));
  }
  table.lines.push_back(line);
}

}  // namespace

Table parse_csv(std::string_view text, const std::string& source, Header header) {
  CsvRecordReader reader(text, detect_separator(text), source);
  Record record;
  if (!reader.next(record)) throw error_in(source, "the file is empty; expected rows of data");

  Table table;
  table.source = source;
  table.has_header = is_header(record, header);
  table.columns.resize(record.size());
  const std::size_t first_line = reader.record_line();
  if (table.has_header) {
    check_names(record, source, first_line);
    table.names = std::move(record);
  } else {
    table.names = numbered_names(record.size());
    append_row(table, record, first_line, first_line);
  }
  while (reader.next(record)) {
    append_row(table, record, reader.record_line(), first_line);
    require_reasonable_size(source, table.lines.size(), table.columns.size());
  }
  if (table.lines.empty()) {
    throw error_in(source, "the file has a header but no rows; expected at least one row of data");
  }
  return table;
}

}  // namespace tkl::internal
