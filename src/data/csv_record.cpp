#include "data/csv_record.hpp"

#include <algorithm>

#include "data/message.hpp"

namespace tkl::internal {
namespace {

bool is_comma_or_semicolon(char c) { return c == ',' || c == ';'; }

bool aligns_a_separator(std::string_view text, std::size_t tab) {
  const std::size_t before =
      tab == 0 ? std::string_view::npos : text.find_last_not_of(" \t", tab - 1);
  const std::size_t after = text.find_first_not_of(" \t", tab);
  return (before != std::string_view::npos && is_comma_or_semicolon(text[before])) ||
         (after != std::string_view::npos && is_comma_or_semicolon(text[after]));
}

std::string_view first_record(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (text[i] == '\n' && !quoted) return text.substr(0, i);
  }
  return text;
}

std::string without_quotations(std::string_view record) {
  std::string kept;
  bool quoted = false;
  for (const char c : record) {
    if (c == '"') quoted = !quoted;
    if (!quoted) kept += c;
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

}  // namespace

char detect_separator(std::string_view text) {
  const std::string record = without_quotations(first_record(text));
  if (has_separating_tab(record)) return '\t';
  return record.find(';') != std::string_view::npos ? ';' : ',';
}

bool CsvRecordReader::next(std::vector<std::string>& fields) {
  if (only_blank_lines_left()) return false;
  record_line_ = line_;
  field_ = 0;
  fields.clear();
  skip_blanks();
  if (at_line_break()) {
    throw error_at(source_, line_, "the line is blank but records follow; remove the line");
  }
  while (true) {
    ++field_;
    fields.push_back(read_field());
    if (at_end()) return true;
    if (at_line_break()) break;
    ++position_;  // over the separator
  }
  skip_line_break();
  return true;
}

bool CsvRecordReader::at_line_break() const {
  if (at_end()) return false;
  if (text_[position_] == '\n') return true;
  if (text_[position_] != '\r') return false;
  if (text_.substr(position_).starts_with("\r\n")) return true;
  throw error_at(source_, line_,
                 "a carriage return without a line feed; save the file with Unix or Windows line "
                 "ends");
}

bool CsvRecordReader::at_field_end() const {
  return at_end() || text_[position_] == separator_ || at_line_break();
}

void CsvRecordReader::skip_blanks() {
  while (!at_end() && is_blank(text_[position_])) ++position_;
}

void CsvRecordReader::skip_line_break() {
  position_ += text_[position_] == '\r' ? 2 : 1;
  ++line_;
}

bool CsvRecordReader::only_blank_lines_left() const {
  // In a tab-separated file a line of tabs is a record of empty fields.
  const std::string_view blank = separator_ == '\t' ? " \r\n" : " \t\r\n";
  return text_.find_first_not_of(blank, position_) == std::string_view::npos;
}

std::string CsvRecordReader::read_field() {
  skip_blanks();
  const bool quoted = !at_end() && text_[position_] == '"';
  return quoted ? read_quoted_field() : read_plain_field();
}

std::string CsvRecordReader::read_quoted_field() {
  const std::size_t opening_line = line_;
  const std::string place = "column " + std::to_string(field_) + ": ";
  std::string field;
  for (++position_; !at_end(); ++position_) {
    if (text_[position_] == '"') {
      const bool doubled = text_.substr(position_).starts_with("\"\"");
      if (!doubled) break;
      ++position_;
    }
    if (text_[position_] == '\n') ++line_;
    field += text_[position_];
  }
  if (at_end()) {
    throw error_at(source_, opening_line,
                   place + "the quotation that starts here never ends; add the closing quote");
  }
  ++position_;
  skip_blanks();
  if (!at_field_end()) {
    throw error_at(source_, line_,
                   place + "text follows the closing quote; write a quote inside a field twice");
  }
  return field;
}

std::string CsvRecordReader::read_plain_field() {
  const std::size_t start = position_;
  std::size_t end = position_;
  for (; !at_field_end(); ++position_) {
    if (text_[position_] == '"') {
      throw error_at(source_, line_,
                     "column " + std::to_string(field_) +
                         ": a quote inside a field without quotes; put the whole field in quotes "
                         "and write the inner quote twice");
    }
    if (!is_blank(text_[position_])) end = position_ + 1;
  }
  return std::string(text_.substr(start, end - start));
}

}  // namespace tkl::internal
