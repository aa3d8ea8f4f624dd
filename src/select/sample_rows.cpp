#include "select/sample_rows.hpp"

#include <algorithm>
#include <numeric>

#include "data/random.hpp"

namespace tkl {

std::vector<Index> sample_rows(const DatasetWithoutPoints& data, Index count, std::uint64_t seed) {
  std::vector<Index> order(static_cast<std::size_t>(data.target.size()));
  std::iota(order.begin(), order.end(), Index{0});
  if (data.target.size() <= count) return order;
  internal::Random(seed).shuffle(order);
  if (data.task == Task::classification) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return data.target(a) < data.target(b); });
  }
  // Evenly along the classes.
  std::vector<Index> rows;
  for (Index k = 0; k < count; ++k) {
    rows.push_back(order[static_cast<std::size_t>(k * data.target.size() / count)]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace tkl
