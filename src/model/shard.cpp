#include "model/shard.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "landmarks/shuffled_rows.hpp"

namespace tkl {

Vector weights_or_ones(const Dataset& data) {
  return data.weights.size() == 0 ? Vector(Vector::Ones(data.rows())) : data.weights;
}

Shard make_shard(const Dataset& own, std::uint64_t seed, const Team& team) {
  Matrix counts = Matrix::Constant(1, 1, static_cast<double>(own.rows()));
  counts = team.gather(counts);
  const auto first = static_cast<Index>(counts.col(0).head(team.rank()).sum());
  std::vector<std::pair<double, Index>> order;
  for (Index i = 0; i < own.rows(); ++i) {
    if (own.weights.size() != 0 && !(own.weights(i) > 0.0)) continue;
    order.emplace_back(place_of_row(first + i, seed), i);
  }
  std::sort(order.begin(), order.end());
  Shard shard;
  shard.all_rows = static_cast<Index>(counts.sum());
  std::vector<Index> rows;
  shard.place.resize(std::ssize(order));
  for (const auto& [place, row] : order) {
    shard.place(std::ssize(rows)) = place;
    rows.push_back(row);
    shard.number.push_back(first + row);
  }
  shard.data = select_rows(own, rows);
  shard.rows = team.sum(static_cast<double>(rows.size()));
  return shard;
}

Sample gather_sample(const Shard& shard, double count, const Team& team) {
  const double share = count / shard.rows;
  const Index own = (shard.place.array() < share).count();
  const Index features = shard.data.features();
  Matrix rows(own, features + 4);  // place, number, target, weight, features
  for (Index i = 0; i < own; ++i) {
    rows(i, 0) = shard.place(i);
    rows(i, 1) = static_cast<double>(shard.number[static_cast<std::size_t>(i)]);
  }
  rows.col(2) = shard.data.target.head(own);
  rows.col(3) = weights_or_ones(shard.data).head(own);
  rows.rightCols(features) = shard.data.points.topRows(own);
  rows = team.gather(rows);
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return rows(a, 0) < rows(b, 0); });
  rows = rows(order, Eigen::all).eval();

  Sample sample;
  sample.data = select_rows(shard.data, {});
  sample.data.target = rows.col(2);
  if (shard.data.weights.size() != 0) sample.data.weights = rows.col(3);
  sample.data.points = rows.rightCols(features);
  sample.data.groups.clear();
  for (const double number : rows.col(1)) sample.number.push_back(static_cast<Index>(number));
  return sample;
}

}  // namespace tkl
