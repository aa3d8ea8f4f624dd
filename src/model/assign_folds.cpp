#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "data/random.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

/// The largest groups first, each to the fold with the fewest rows so far.
std::vector<int> deal_groups(const std::vector<Index>& order, const std::vector<int>& groups,
                             int folds) {
  std::map<int, std::vector<Index>> rows_of;
  std::vector<int> by_appearance;
  for (const Index row : order) {
    auto& rows = rows_of[groups[static_cast<std::size_t>(row)]];
    if (rows.empty()) by_appearance.push_back(groups[static_cast<std::size_t>(row)]);
    rows.push_back(row);
  }
  if (static_cast<int>(by_appearance.size()) < folds) {
    throw Error("there are only " + std::to_string(by_appearance.size()) + " groups for " +
                std::to_string(folds) + " folds; use fewer folds");
  }
  std::stable_sort(by_appearance.begin(), by_appearance.end(),
                   [&](int a, int b) { return rows_of[a].size() > rows_of[b].size(); });
  std::vector<int> fold(groups.size());
  std::vector<std::size_t> size(static_cast<std::size_t>(folds), 0);
  for (const int group : by_appearance) {
    const auto least = std::min_element(size.begin(), size.end());
    for (const Index row : rows_of[group]) {
      fold[static_cast<std::size_t>(row)] = static_cast<int>(least - size.begin());
    }
    *least += rows_of[group].size();
  }
  return fold;
}

}  // namespace

int most_folds(const Dataset& data) {
  if (data.groups.empty()) return static_cast<int>(data.rows());
  return static_cast<int>(std::set<int>(data.groups.begin(), data.groups.end()).size());
}

std::vector<int> assign_folds(const Dataset& data, int folds, std::uint64_t seed) {
  if (!data.groups.empty() && most_folds(data) < 2) {
    throw Error(
        "all rows belong to one group, and folds must not separate a group; use other groups, or "
        "no "
        "search (--select none)");
  }
  if (folds < 2 || folds > data.rows()) {
    throw Error("the number of folds must be from 2 to the number of rows (" +
                std::to_string(data.rows()) + "); got " + std::to_string(folds));
  }
  std::vector<Index> order(static_cast<std::size_t>(data.rows()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  internal::Random(seed).shuffle(order);
  if (!data.groups.empty()) return deal_groups(order, data.groups, folds);
  // Dealing out one sort of rows after the other in turn spreads each of them evenly: classes, and rows of weight 0,
  // which nothing can be learned from.
  if (data.weights.size() != 0) {
    std::stable_partition(order.begin(), order.end(),
                          [&](Index row) { return data.weights(row) > 0.0; });
  }
  if (data.task == Task::classification) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return data.target(a) < data.target(b); });
  }
  std::vector<int> fold(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    fold[static_cast<std::size_t>(order[k])] =
        static_cast<int>(k % static_cast<std::size_t>(folds));
  }
  return fold;
}

}  // namespace tkl
