#include "suggest.hpp"

#include <algorithm>
#include <numeric>

namespace tkl::cli {

namespace {

/// Levenshtein: the fewest insertions, deletions and replacements of a character.
std::size_t edit_distance(const std::string& a, const std::string& b) {
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

bool is_near(const std::string& word, const std::string& known) {
  constexpr std::size_t longest = 64;
  if (word.size() < 2 || word.size() > longest) return false;
  if (word.size() >= 3 && known.starts_with(word)) return true;
  return edit_distance(word, known) <= std::max<std::size_t>(1, (known.size() + 1) / 3);
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  std::string list;
  for (const std::string& candidate : known) {
    if (is_near(word, candidate)) list += (list.empty() ? "" : " or ") + candidate;
  }
  return list.empty() ? "" : "; did you mean " + list + "?";
}

std::string join(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::string quote(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    quoted += code < 0x20 || code == 0x7F ? '?' : c;
  }
  return quoted + '"';
}

}  // namespace tkl::cli
