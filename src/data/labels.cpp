#include "data/labels.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "data/boolean_levels.hpp"
#include "tkl/dataset.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

template <class Key>
std::map<Key, Index> numbered_in_order(const std::vector<Key>& keys) {
  std::map<Key, Index> positions;
  for (const Key& key : keys) positions.emplace(key, 0);
  Index next = 0;
  for (auto& [key, position] : positions) position = next++;
  return positions;
}

template <class Key, class Spelling>
internal::ClassifiedLabels classify(const std::vector<Key>& keys, Spelling spelling) {
  const std::map<Key, Index> positions = numbered_in_order(keys);
  internal::ClassifiedLabels result;
  for (const auto& [key, position] : positions) result.classes.push_back(spelling(key));
  result.indices.resize(static_cast<Index>(keys.size()));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    result.indices(static_cast<Index>(i)) = static_cast<double>(positions.at(keys[i]));
  }
  return result;
}

std::optional<std::vector<double>> all_numbers(const std::vector<std::string>& labels) {
  std::vector<double> numbers;
  numbers.reserve(labels.size());
  for (const std::string& label : labels) {
    const std::optional<double> number = parse_number(label);
    if (!number) return std::nullopt;
    numbers.push_back(*number + 0.0);  // -0 + 0 = 0: both zeros are spelled alike
  }
  return numbers;
}

}  // namespace

void internal::merge_capitals(ClassifiedLabels& labels) {
  const std::vector<std::string> merged = merge_capitals(labels.classes);
  if (merged.size() == labels.classes.size()) return;
  const LevelFinder finder(merged);
  for (double& index : labels.indices) {
    index = static_cast<double>(*finder.find(labels.classes[static_cast<std::size_t>(index)]));
  }
  labels.classes = merged;
}

internal::ClassifiedLabels internal::classify_labels(const std::vector<std::string>& labels) {
  if (const auto numbers = all_numbers(labels)) return classify(*numbers, format_number);
  return classify(labels, [](const std::string& label) { return label; });
}

std::optional<Index> class_index(const std::vector<std::string>& classes, std::string_view label) {
  const auto position = [&](const auto& list, const auto& wanted) -> std::optional<Index> {
    const auto found = std::find(list.begin(), list.end(), wanted);
    if (found == list.end()) return std::nullopt;
    return static_cast<Index>(found - list.begin());
  };
  const auto number = parse_number(label);
  const auto numbers = all_numbers(classes);
  if (number && numbers) return position(*numbers, *number);
  const auto exact = position(classes, label);
  return exact ? exact : internal::LevelFinder(classes).find(label);
}

}  // namespace tkl
