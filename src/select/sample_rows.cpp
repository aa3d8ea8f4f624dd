#include "select/sample_rows.hpp"

#include <algorithm>
#include <iterator>

#include "data/random.hpp"

namespace tkl {

std::vector<Index> rows_that_count(const DatasetWithoutPoints& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.target.size(); ++i) {
    if (data.weights.size() == 0 || data.weights(i) > 0.0) rows.push_back(i);
  }
  return rows;
}

std::vector<Index> sample_rows(const DatasetWithoutPoints& data, Index count, std::uint64_t seed) {
  std::vector<Index> order = rows_that_count(data);
  const Index all = std::ssize(order);
  if (all <= count) return order;
  internal::Random(seed).shuffle(order);
  if (data.task == Task::classification) {
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return data.target(a) < data.target(b); });
  }
  // Evenly along the classes.
  std::vector<Index> rows;
  for (Index k = 0; k < count; ++k) {
    rows.push_back(order[static_cast<std::size_t>(k * all / count)]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace tkl
