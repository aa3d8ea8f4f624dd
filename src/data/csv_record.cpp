#include "data/csv_record.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "data/message.hpp"

namespace tkl::internal {
namespace {

constexpr const char* lone_carriage_return =
    "a carriage return without a line feed; save the file with Unix or Windows line ends";

bool is_comma_or_semicolon(char c) { return c == ',' || c == ';'; }

bool aligns_a_separator(std::string_view text, std::size_t tab) {
  const std::size_t before =
      tab == 0 ? std::string_view::npos : text.find_last_not_of(" \t", tab - 1);
  const std::size_t after = text.find_first_not_of(" \t", tab);
  return (before != std::string_view::npos && is_comma_or_semicolon(text[before])) ||
         (after != std::string_view::npos && is_comma_or_semicolon(text[after]));
}

/// Without what is in quotes.
std::string first_record(TextStream& text) {
  std::string kept;
  bool quoted = false;
  for (; !text.at_end(); text.advance()) {
    const char c = text.front();
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n') break;
    kept += c;
  }
  return kept;
}

std::string_view without_outer_blanks(std::string_view record) {
  record.remove_prefix(std::min(record.find_first_not_of(" \t"), record.size()));
  return record.substr(0, record.find_last_not_of(" \t\r") + 1);
}

bool has_separating_tab(std::string_view record) {
  record = without_outer_blanks(record);
  std::size_t tab = record.find('\t');
  while (tab != std::string_view::npos) {
    if (!aligns_a_separator(record, tab)) return true;
    tab = record.find_first_not_of(" \t", tab);
    if (tab != std::string_view::npos) tab = record.find('\t', tab);
  }
  return false;
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }

std::ptrdiff_t count_separating_commas(std::string_view record) {
  std::ptrdiff_t count = 0;
  for (std::size_t i = 0; i < record.size(); ++i) {
    const bool may_be_decimal =
        0 < i && i + 1 < record.size() && is_digit(record[i - 1]) && is_digit(record[i + 1]);
    if (record[i] == ',' && !may_be_decimal) ++count;
  }
  return count;
}

}  // namespace

char detect_separator(TextStream& text) {
  const std::string record = first_record(text);
  if (has_separating_tab(record)) return '\t';
  const auto semicolons = std::count(record.begin(), record.end(), ';');
  return semicolons > 0 && semicolons >= count_separating_commas(record) ? ';' : ',';
}

bool CsvRecordReader::next(std::vector<std::string>& fields) {
  if (!find_record()) return false;
  record_line_ = line_;
  field_ = 0;
  fields.clear();
  while (true) {
    ++field_;
    fields.push_back(read_field());
    if (text_.at_end()) return true;
    if (at_line_break()) break;
    text_.advance();  // over the separator
  }
  skip_line_break();
  return true;
}

bool CsvRecordReader::find_record() {
  skip_blanks();
  if (text_.at_end()) return false;
  const auto is_break = [](char c) { return c == '\n' || c == '\r'; };
  if (!is_break(text_.front())) return true;
  // Blank lines may end the file but not part records: what follows decides.
  const bool is_blank_line = text_.front() == '\n' || text_.starts_with("\r\n");
  while (!text_.at_end() && (is_blank(text_.front()) || is_break(text_.front()))) text_.advance();
  if (text_.at_end()) return false;
  throw error_here(is_blank_line ? "the line is blank but records follow; remove the line"
                                 : lone_carriage_return);
}

bool CsvRecordReader::at_line_break() {
  if (text_.at_end()) return false;
  if (text_.front() == '\n') return true;
  if (text_.front() != '\r') return false;
  if (text_.starts_with("\r\n")) return true;
  throw error_here(lone_carriage_return);
}

bool CsvRecordReader::at_field_end() {
  return text_.at_end() || text_.front() == separator_ || at_line_break();
}

void CsvRecordReader::skip_blanks() {
  while (!text_.at_end() && is_blank(text_.front())) text_.advance();
}

void CsvRecordReader::skip_line_break() {
  if (text_.front() == '\r') text_.advance();
  text_.advance();
  ++line_;
}

std::string CsvRecordReader::read_field() {
  skip_blanks();
  const bool quoted = !text_.at_end() && text_.front() == '"';
  return quoted ? read_quoted_field() : read_plain_field();
}

std::string CsvRecordReader::read_quoted_field() {
  const std::size_t opening_line = line_;
  std::string field;
  for (text_.advance(); !text_.at_end(); text_.advance()) {
    if (text_.front() == '"') {
      if (!text_.starts_with("\"\"")) break;
      text_.advance();
    }
    if (text_.front() == '\n') ++line_;
    field += text_.front();
  }
  if (text_.at_end()) {
    throw error_in_field(opening_line,
                         "the quotation that starts here never ends; add the closing quote");
  }
  text_.advance();
  skip_blanks();
  if (!at_field_end()) {
    throw error_in_field(line_,
                         "text follows the closing quote; write a quote inside a field twice");
  }
  return field;
}

std::string CsvRecordReader::read_plain_field() {
  std::string field;
  std::size_t length = 0;  // without blanks at the end
  for (; !at_field_end(); text_.advance()) {
    const char c = text_.front();
    if (c == '"') {
      throw error_in_field(line_,
                           "a quote inside a field without quotes; put the whole field in quotes "
                           "and write the inner quote twice");
    }
    field += c;
    if (!is_blank(c)) length = field.size();
  }
  field.resize(length);
  return field;
}

Error CsvRecordReader::error_here(const std::string& what) const {
  return error_at(text_.source(), line_, what);
}

Error CsvRecordReader::error_in_field(std::size_t line, const std::string& what) const {
  return error_at(text_.source(), line, "column " + std::to_string(field_) + ": " + what);
}

}  // namespace tkl::internal
