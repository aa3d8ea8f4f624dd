#include "data/libsvm.hpp"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "data/field.hpp"
#include "data/message.hpp"
#include "data/names.hpp"
#include "data/table_limits.hpp"

namespace tkl::internal {
namespace {

constexpr std::string_view blanks = " \t";

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

bool is_libsvm_entry(std::string_view token) {
  const std::size_t colon = token.find(':');
  if (colon == std::string_view::npos) return false;
  if (token.substr(0, colon) == "qid") return true;
  return is_index(token.substr(0, colon)) && parse_number(token.substr(colon + 1)).has_value();
}

}  // namespace

bool looks_like_libsvm(TextStream& text) {
  std::string whole;
  while (text.take_line(whole)) {
    std::string_view line = without_comment(whole);
    if (line.find_first_of(",;\"") != std::string_view::npos) return false;
    const std::string_view label = take_token(line);
    if (label.empty()) continue;
    if (!parse_number(label)) return false;
    const std::string_view entry = take_token(line);
    if (!entry.empty()) return is_libsvm_entry(entry);
  }
  return false;
}

Table LibsvmParser::next(const Extent& most) {
  std::vector<Row> rows;
  std::size_t features = 0;
  while (rows.size() < most.rows && has_row()) {
    const std::size_t wanted = std::max(features, row_->features());
    if (!rows.empty() && (rows.size() + 1) * (wanted + 1) > most.fields) break;
    features = wanted;
    rows.push_back(*std::exchange(row_, std::nullopt));
  }
  has_rows_ = has_rows_ || !rows.empty();
  if (!has_rows_) {
    throw error_in(text_.source(), "the file is empty; expected lines of label index:value ...");
  }
  return to_table(std::move(rows), features);
}

Table LibsvmParser::to_table(std::vector<Row> rows, std::size_t features) const {
  require_reasonable_size(text_.source(), rows.size(), features + 1);
  Table table;
  table.source = text_.source();
  table.target_is_first = true;
  table.names = numbered_names(features);
  table.names.insert(table.names.begin(), "target");
  table.columns.resize(features + 1, std::vector<std::string>(rows.size(), "0"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    table.lines.push_back(rows[i].line);
    table.columns[0][i] = std::move(rows[i].label);
    for (Entry& entry : rows[i].entries) {
      table.columns[entry.feature][i] = std::move(entry.value);
    }
  }
  return table;
}

bool LibsvmParser::has_row() {
  std::string line;
  while (!row_ && text_.take_line(line)) {
    ++line_;
    row_ = parse_row(without_comment(line));
  }
  return row_.has_value();
}

std::optional<LibsvmParser::Row> LibsvmParser::parse_row(std::string_view text) const {
  const std::string_view label = take_token(text);
  if (label.empty()) return std::nullopt;
  require_number(label, "label", "a line starts with its label, then index:value ...");
  Row row{line_, std::string(label), {}};
  for (std::string_view token = take_token(text); !token.empty(); token = take_token(text)) {
    row.entries.push_back(parse_entry(token, row.features()));
  }
  return row;
}

LibsvmParser::Entry LibsvmParser::parse_entry(std::string_view token, std::size_t previous) const {
  const std::size_t colon = token.find(':');
  const std::string_view index = token.substr(0, colon);
  if (index == "qid") {
    throw error_at(text_.source(), line_,
                   quote(token) + ": ranking queries are not supported; remove the qid entries");
  }
  if (colon == std::string_view::npos || !is_index(index)) {
    throw error_at(text_.source(), line_,
                   quote(token) + " is not of the form index:value with a whole index");
  }
  const std::size_t feature = parse_feature(index, previous);
  const std::string_view value = token.substr(colon + 1);
  require_number(value, "feature " + std::to_string(feature), "feature values must be numeric");
  return {feature, std::string(value)};
}

std::size_t LibsvmParser::parse_feature(std::string_view index, std::size_t previous) const {
  std::size_t feature = 0;
  const auto result = std::from_chars(index.data(), index.data() + index.size(), feature);
  if (result.ec != std::errc() || feature > most_features) {
    throw error_at(text_.source(), line_,
                   "feature index " + quote(index) + " is larger than the " +
                       std::to_string(most_features) +
                       " features that a table may have; number the features from 1");
  }
  if (feature == 0) {
    throw error_at(text_.source(), line_,
                   "feature index 0; indices start at 1, so add 1 to every index");
  }
  if (feature <= previous) {
    throw error_at(text_.source(), line_,
                   "feature index " + std::to_string(feature) + " follows " +
                       std::to_string(previous) +
                       "; sort the entries of a line by strictly ascending index");
  }
  return feature;
}

void LibsvmParser::require_number(std::string_view text, const std::string& place,
                                  const std::string& rule) const {
  if (read_field(text).kind == FieldKind::number) return;
  throw error_at(text_.source(), line_, place + ": " + why_not_a_number(text, rule));
}

}  // namespace tkl::internal
