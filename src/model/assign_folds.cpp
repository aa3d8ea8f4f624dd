#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "data/random.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/error.hpp"

namespace tkl {

std::vector<int> assign_folds(const Dataset& data, int folds, std::uint64_t seed) {
  if (folds < 2 || folds > data.rows()) {
    throw Error("the number of folds must be from 2 to the number of rows (" +
                std::to_string(data.rows()) + "); got " + std::to_string(folds));
  }
  std::vector<Index> order(static_cast<std::size_t>(data.rows()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  internal::Random random(seed);
  for (std::size_t i = order.size(); i-- > 1;) {
    std::swap(order[i],
              order[static_cast<std::size_t>(random.uniform() * static_cast<double>(i + 1))]);
  }
  // Dealing out one class after the other in turn spreads each of them evenly.
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
