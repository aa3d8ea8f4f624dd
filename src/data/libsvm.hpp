#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/table_parser.hpp"
#include "data/text_stream.hpp"

namespace tkl::internal {

/// True if the first line that has more than a label reads `number index:number`.
bool looks_like_libsvm(TextStream& text);

/// Lines of `label index:value …` with ascending indices from 1; absent ones are 0. What follows a
/// # is a comment, and lines without a label are skipped. A table has as many features as the
/// highest index among its rows.
class LibsvmParser : public TableParser {
 public:
  explicit LibsvmParser(TextStream& text) : text_(text) {}
  Table next(const Extent& most) override;

 private:
  struct Entry {
    std::size_t feature;  // from 1
    std::string value;
  };
  struct Row {
    std::size_t line;
    std::string label;
    std::vector<Entry> entries;

    std::size_t features() const { return entries.empty() ? 0 : entries.back().feature; }
  };

  /// Reads on to the next row, which may be too wide for the present table.
  bool has_row();
  std::optional<Row> parse_row(std::string_view text) const;
  Entry parse_entry(std::string_view token, std::size_t previous) const;
  std::size_t parse_feature(std::string_view index, std::size_t previous) const;
  void require_number(std::string_view text, const std::string& place,
                      const std::string& rule) const;
  Table to_table(std::vector<Row> rows, std::size_t features) const;

  TextStream& text_;
  std::size_t line_ = 0;
  std::optional<Row> row_;
  bool has_rows_ = false;
};

}  // namespace tkl::internal
