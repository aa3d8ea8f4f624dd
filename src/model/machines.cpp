#include "model/machines.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tkl {

void keep_machines(Model& model, const Rows& points, const Lessons& lessons,
                   const std::vector<Matrix>& P, const std::vector<SvmSolution>& svms,
                   const std::vector<Index>& also) {
  std::vector<Index> position(static_cast<std::size_t>(points.count()), -1);
  for (std::size_t k = 0; k < lessons.list.size(); ++k) {
    const std::vector<Index>& rows = lessons.list[k].rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool has_weight = svms[k].w(static_cast<Index>(i)) != 0.0;
      if (has_weight) position[static_cast<std::size_t>(rows[i])] = 0;
    }
  }
  for (const Index row : also) position[static_cast<std::size_t>(row)] = 0;
  for (std::size_t row = 0; row < position.size(); ++row) {
    if (position[row] < 0) continue;
    position[row] = static_cast<Index>(model.support.size());
    model.support.push_back(static_cast<Index>(row));
  }
  model.support_vectors = points.read(model.support);
  for (std::size_t k = 0; k < lessons.list.size(); ++k) {
    const std::vector<Index>& rows = lessons.list[k].rows;
    Machine machine;
    machine.P = P[k];
    machine.intercept = svms[k].b;
    machine.negative = lessons.sides[k].negative;
    machine.positive = lessons.sides[k].positive;
    std::vector<Index> own;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (svms[k].w(static_cast<Index>(i)) == 0.0) continue;
      own.push_back(static_cast<Index>(i));
      machine.support.push_back(position[static_cast<std::size_t>(rows[i])]);
    }
    machine.weights = svms[k].w(own);
    model.machines.push_back(std::move(machine));
  }
}

void put_in_order(Model& model, const std::vector<Index>& rows) {
  const auto count = model.support.size();
  std::vector<Index> order(count);  // of the support vectors, by row
  std::iota(order.begin(), order.end(), Index{0});
  const auto row = [&](Index k) {
    return rows[static_cast<std::size_t>(model.support[static_cast<std::size_t>(k)])];
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return row(a) < row(b); });
  std::vector<Index> place(count);
  std::vector<Index> support(count);
  for (std::size_t k = 0; k < count; ++k) {
    place[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
    support[k] = row(order[k]);
  }
  model.support = std::move(support);
  model.support_vectors = model.support_vectors(order, Eigen::all).eval();
  for (Machine& machine : model.machines) {
    std::vector<std::pair<Index, double>> pairs;
    for (std::size_t i = 0; i < machine.support.size(); ++i) {
      pairs.emplace_back(place[static_cast<std::size_t>(machine.support[i])],
                         machine.weights(static_cast<Index>(i)));
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      machine.support[i] = pairs[i].first;
      machine.weights(static_cast<Index>(i)) = pairs[i].second;
    }
  }
}

}  // namespace tkl
