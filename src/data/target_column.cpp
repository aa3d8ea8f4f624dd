#include "data/target_column.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <system_error>

#include "data/message.hpp"

namespace tkl::internal {
namespace {

std::optional<std::size_t> position_of_name(const Table& table, const std::string& name) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found == table.names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - table.names.begin());
}

bool is_whole_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::size_t counted_column(const Table& table, const std::string& position,
                           const std::string& role) {
  std::size_t count = 0;
  const char* const end = position.data() + position.size();
  const auto result = std::from_chars(position.data(), end, count);
  if (result.ec == std::errc() && count >= 1 && count <= table.columns.size()) return count - 1;
  throw error_in(table.source, "there is no column " + position + " to be " + role +
                                   "; the file has " + count_of(table.columns.size(), "column") +
                                   ", counted from 1");
}

/// Levenshtein: the fewest insertions, deletions and replacements of a character.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

/// A name that a typing error may have turned into `wanted`.
std::optional<std::string> similar_name(const Table& table, const std::string& wanted) {
  constexpr std::size_t longest = 64;  // keeps this cheap for any file
  if (wanted.size() > longest) return std::nullopt;
  std::size_t best_distance = 1 + wanted.size() / 3;
  std::optional<std::string> best;
  for (const std::string& name : table.names) {
    if (name.size() > longest) continue;
    const std::size_t distance = edit_distance(name, wanted);
    if (distance > best_distance || (best && distance == best_distance)) continue;
    best_distance = distance;
    best = name;
  }
  return best;
}

Error unknown_column(const Table& table, const std::string& name, const std::string& role) {
  std::string what = "there is no column " + quote(name) + " to be " + role;
  if (!table.has_header) {
    return error_in(table.source, what +
                                      "; the file has no header, so give its position "
                                      "from 1 to " +
                                      std::to_string(table.columns.size()));
  }
  if (const auto similar = similar_name(table, name)) {
    what += "; did you mean " + quote(*similar) + "?";
  }
  return error_in(table.source, what + " (columns: " + quote_list(table.names) + ")");
}

}  // namespace

std::size_t find_column(const Table& table, const std::string& name, const std::string& role) {
  if (const auto position = position_of_name(table, name)) return *position;
  if (is_whole_number(name)) return counted_column(table, name, role);
  throw unknown_column(table, name, role);
}

std::size_t find_target_column(const Table& table, const std::optional<std::string>& target) {
  if (table.target_is_first && target) {
    throw error_in(table.source,
                   "the target of a LIBSVM file is the label that starts each line; give no target "
                   "column");
  }
  if (table.target_is_first) return 0;
  if (!target) return table.columns.size() - 1;
  return find_column(table, *target, "the target");
}

}  // namespace tkl::internal
