#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tkl::internal {

/// The separator of the first record: a tab, else a semicolon, else a comma, whichever occurs
/// outside quotes. A semicolon goes before a comma because of decimal commas. A tab beside a comma
/// or semicolon only aligns.
char detect_separator(std::string_view text);

/// Cuts comma-separated text into records by RFC 4180, with blanks around fields dropped.
/// Throws an Error for a broken quotation, a blank line before the last record and a lone carriage
/// return.
class CsvRecordReader {
 public:
  CsvRecordReader(std::string_view text, char separator, const std::string& source)
      : text_(text), separator_(separator), source_(source) {}

  /// False, without touching `fields`, if only blank lines are left.
  bool next(std::vector<std::string>& fields);

  /// The 1-based line where the latest record starts.
  std::size_t record_line() const { return record_line_; }

 private:
  bool at_end() const { return position_ == text_.size(); }
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  bool at_line_break() const;
  bool at_field_end() const;
  void skip_blanks();
  void skip_line_break();
  bool only_blank_lines_left() const;

  std::string read_field();
  std::string read_quoted_field();
  std::string read_plain_field();

  std::string_view text_;
  char separator_;
  const std::string& source_;
  std::size_t position_ = 0;
  std::size_t line_ = 1;
  std::size_t record_line_ = 0;
  std::size_t field_ = 0;  // 1-based, of the record being read
};

}  // namespace tkl::internal
