#include "select/interval_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tkl {

namespace {

/// How many rows the weights stand for.
Index count_rows(const Vector& weights) {
  constexpr double most = 1e6;  // more would only make the model's file longer
  const bool are_whole = (weights.array() == weights.array().round()).all();
  const double sum = weights.sum();
  return are_whole && sum >= 1.0 && sum <= most ? static_cast<Index>(sum) : weights.size();
}

}  // namespace

Vector interval_errors(const Vector& errors, const Vector& weights) {
  std::vector<Index> order(static_cast<std::size_t>(errors.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const Vector sizes = errors.cwiseAbs();
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return sizes(a) < sizes(b); });
  Vector sorted(count_rows(weights));
  const double step = weights.sum() / static_cast<double>(sorted.size());
  auto row = order.begin();
  double passed = weights(*row);
  for (Index k = 0; k < sorted.size(); ++k) {
    while (passed <= (static_cast<double>(k) + 0.5) * step && row + 1 != order.end()) {
      passed += weights(*++row);
    }
    sorted(k) = sizes(*row);
  }
  return sorted;
}

}  // namespace tkl
