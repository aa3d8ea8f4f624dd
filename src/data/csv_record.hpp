#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/text_stream.hpp"
#include "tkl/error.hpp"

namespace tkl::internal {

/// The separator of the first record, outside quotes: a tab if there is one, unless it only aligns
/// beside a comma or semicolon; else a semicolon or a comma, whichever there are more of. A comma
/// between two digits may be a decimal comma and does not count; a tie goes to the semicolon.
char detect_separator(TextStream& text);

/// Cuts comma-separated text into records by RFC 4180, with blanks around fields dropped.
/// Throws an Error for a broken quotation, a blank line before the last record and a lone carriage
/// return.
class CsvRecordReader {
 public:
  CsvRecordReader(TextStream& text, char separator) : text_(text), separator_(separator) {}

  /// False, without touching `fields`, if only blank lines are left.
  bool next(std::vector<std::string>& fields);

  /// The 1-based line where the latest record starts.
  std::size_t record_line() const { return record_line_; }

 private:
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && separator_ != '\t'); }
  bool at_line_break();
  bool at_field_end();
  void skip_blanks();
  void skip_line_break();
  bool find_record();

  std::string read_field();
  std::string read_quoted_field();
  std::string read_plain_field();

  Error error_here(const std::string& what) const;
  Error error_in_field(std::size_t line, const std::string& what) const;

  TextStream& text_;
  char separator_;
  std::size_t line_ = 1;
  std::size_t record_line_ = 0;
  std::size_t field_ = 0;  // 1-based, of the record being read
};

}  // namespace tkl::internal
