#include "data/libsvm.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "data/field.hpp"
#include "data/message.hpp"
#include "data/names.hpp"
#include "data/table_limits.hpp"

namespace tkl::internal {
namespace {

constexpr std::string_view blanks = " \t";

/// Removes and returns the front line, without its line break.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

/// Removes and returns the front token; empty when there is none left.
std::string_view take_token(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view token = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(token.size());
  return token;
}

bool is_index(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct Entry {
  std::size_t row;
  std::size_t feature;  // from 1
  std::string_view value;
};

class LibsvmParser {
 public:
  LibsvmParser(std::string_view text, const std::string& source) : text_(text) {
    table_.source = source;
    table_.target_is_first = true;
    table_.columns.resize(1);
  }

  Table parse() {
    while (!text_.empty()) {
      ++line_;
      parse_line(without_comment(take_line(text_)));
    }
    if (table_.lines.empty()) {
      throw error_in(table_.source, "the file is empty; expected lines of label index:value ...");
    }
    fill_features();
    return std::move(table_);
  }

 private:
  void parse_line(std::string_view line) {
    const std::string_view label = take_token(line);
    if (label.empty()) return;
    require_number(label, "label", "a line starts with its label, then index:value ...");
    std::size_t previous = 0;
    for (std::string_view token = take_token(line); !token.empty(); token = take_token(line)) {
      previous = parse_entry(token, previous);
    }
    table_.columns[0].emplace_back(label);
    table_.lines.push_back(line_);
  }

  /// Returns the entry's index.
  std::size_t parse_entry(std::string_view token, std::size_t previous) {
    const std::size_t colon = token.find(':');
    const std::string_view index = token.substr(0, colon);
    if (index == "qid") {
      throw error_at(table_.source, line_,
                     quote(token) + ": ranking queries are not supported; remove the qid entries");
    }
    if (colon == std::string_view::npos || !is_index(index)) {
      throw error_at(table_.source, line_,
                     quote(token) + " is not of the form index:value with a whole index");
    }
    const std::size_t feature = parse_feature(index, previous);
    const std::string_view value = token.substr(colon + 1);
    require_number(value, "feature " + std::to_string(feature), "feature values must be numeric");
    entries_.push_back({table_.lines.size(), feature, value});
    features_ = std::max(features_, feature);
    return feature;
  }

  std::size_t parse_feature(std::string_view index, std::size_t previous) const {
    std::size_t feature = 0;
    const auto result = std::from_chars(index.data(), index.data() + index.size(), feature);
    if (result.ec != std::errc() || feature > most_features) {
      throw error_at(table_.source, line_,
                     "feature index " + quote(index) + " is larger than the " +
                         std::to_string(most_features) +
                         " features that a table may have; number the features from 1");
    }
    if (feature == 0) {
      throw error_at(table_.source, line_,
                     "feature index 0; indices start at 1, so add 1 to every index");
    }
    if (feature <= previous) {
      throw error_at(table_.source, line_,
                     "feature index " + std::to_string(feature) + " follows " +
                         std::to_string(previous) +
                         "; sort the entries of a line by strictly ascending index");
    }
    return feature;
  }

  void require_number(std::string_view text, const std::string& place,
                      const std::string& rule) const {
    if (read_field(text).kind == FieldKind::number) return;
    throw error_at(table_.source, line_, place + ": " + why_not_a_number(text, rule));
  }

  void fill_features() {
    const std::size_t rows = table_.lines.size();
    require_reasonable_size(table_.source, rows, features_ + 1);
    table_.columns.resize(features_ + 1, std::vector<std::string>(rows, "0"));
    for (const Entry& entry : entries_) table_.columns[entry.feature][entry.row] = entry.value;
    table_.names = numbered_names(features_);
    table_.names.insert(table_.names.begin(), "target");
  }

  std::string_view text_;
  Table table_;
  std::vector<Entry> entries_;
  std::size_t line_ = 0;
  std::size_t features_ = 0;
};

bool is_libsvm_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) return false;
  if (token.substr(0, colon) == "qid") return true;
  return is_index(token.substr(0, colon)) && parse_number(token.substr(colon + 1)).has_value();
}

}  // namespace

bool looks_like_libsvm(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = without_comment(take_line(text));
    if (line.find_first_of(",;\"") != std::string_view::npos) return false;
    const std::string_view label = take_token(line);
    if (label.empty()) continue;
    if (!parse_number(label)) return false;
    const std::string_view entry = take_token(line);
    if (!entry.empty()) return is_libsvm_entry(entry);
  }
  return false;
}

Table parse_libsvm(std::string_view text, const std::string& source) {
  return LibsvmParser(text, source).parse();
}

}  // namespace tkl::internal
