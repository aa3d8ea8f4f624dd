#include "data/boolean_levels.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace tkl::internal {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool are_boolean(const std::vector<std::string>& levels) {
  using Pair = std::array<std::string_view, 2>;
  constexpr std::array<Pair, 4> pairs = {Pair{"false", "true"}, Pair{"no", "yes"}, Pair{"f", "t"},
                                         Pair{"n", "y"}};
  std::set<std::string> words;
  for (const std::string& level : levels) {
    if (!level.empty()) words.insert(in_lower_case(level));
    if (words.size() > 2) return false;
  }
  return std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    return std::equal(words.begin(), words.end(), pair.begin(), pair.end());
  });
}

}  // namespace

LevelFinder::LevelFinder(const std::vector<std::string>& levels)
    : levels_(levels), are_boolean_(are_boolean(levels)) {}

std::optional<Index> LevelFinder::find(std::string_view level) const {
  const auto exact = std::lower_bound(levels_.begin(), levels_.end(), level);
  if (exact != levels_.end() && *exact == level) return exact - levels_.begin();
  if (!are_boolean_) return std::nullopt;
  const auto similar = std::find_if(
      levels_.begin(), levels_.end(),
      [word = in_lower_case(level)](const auto& known) { return in_lower_case(known) == word; });
  if (similar == levels_.end()) return std::nullopt;
  return similar - levels_.begin();
}

std::vector<std::string> merge_capitals(const std::vector<std::string>& levels) {
  if (!are_boolean(levels)) return levels;
  std::vector<std::string> merged;
  std::set<std::string> words;
  for (const std::string& level : levels) {
    if (words.insert(in_lower_case(level)).second) merged.push_back(level);
  }
  return merged;
}

}  // namespace tkl::internal
