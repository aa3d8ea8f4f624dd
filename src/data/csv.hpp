#pragma once

#include <string>
#include <vector>

#include "data/csv_record.hpp"
#include "data/table_parser.hpp"
#include "data/text_stream.hpp"

namespace tkl::internal {

/// Text separated by commas, tabs or semicolons.
class CsvParser : public TableParser {
 public:
  CsvParser(TextStream& text, Header header);
  Table next(const Extent& most) override;

 private:
  bool read_record();
  void append_record(Table& table);

  CsvRecordReader reader_;
  std::vector<std::string> record_;
  bool has_record_ = false;  // one that has been read but not used
  bool has_rows_ = false;
  std::size_t first_line_ = 0;
  Table no_rows_;  // what all tables of this text have in common
};

}  // namespace tkl::internal
