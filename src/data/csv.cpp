#include "data/csv.hpp"

#include <algorithm>
#include <map>
#include <utility>

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

}  // namespace

CsvParser::CsvParser(TextStream& text, Header header)
    : reader_(text, text.look_ahead(detect_separator)) {
  no_rows_.source = text.source();
  if (!reader_.next(record_)) {
    throw error_in(no_rows_.source, "the file is empty; expected rows of data");
  }
  first_line_ = reader_.record_line();
  no_rows_.has_header = is_header(record_, header);
  no_rows_.columns.resize(record_.size());
  if (no_rows_.has_header) {
    check_names(record_, no_rows_.source, first_line_);
    no_rows_.names = std::move(record_);
  } else {
    no_rows_.names = numbered_names(record_.size());
    has_record_ = true;
  }
}

Table CsvParser::next(const Extent& most) {
  Table table = no_rows_;
  const std::size_t columns = table.columns.size();
  const std::size_t rows = std::min(most.rows, std::max<std::size_t>(most.fields / columns, 1));
  while (table.lines.size() < rows && read_record()) {
    append_record(table);
    require_reasonable_size(table.source, table.lines.size(), columns);
  }
  has_rows_ = has_rows_ || !table.lines.empty();
  if (!has_rows_) {
    throw error_in(table.source,
                   "the file has a header but no rows; expected at least one row of data");
  }
  return table;
}

bool CsvParser::read_record() { return std::exchange(has_record_, false) || reader_.next(record_); }

void CsvParser::append_record(Table& table) {
  const std::size_t line = reader_.record_line();
  if (record_.size() != table.columns.size()) {
    throw error_at(table.source, line,
                   "expected " + count_of(table.columns.size(), "field") + " as in line " +
                       std::to_string(first_line_) + ", found " + std::to_string(record_.size()) +
                       "; every line must have the same number of fields (put text that contains "
                       "the separator in quotes)");
  }
  for (std::size_t j = 0; j < record_.size(); ++j) {
    table.columns[j].push_back(std::move(record_[j]));
  }
  table.lines.push_back(line);
}

}  // namespace tkl::internal
