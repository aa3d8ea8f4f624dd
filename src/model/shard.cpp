#include "model/shard.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "data/arrange_rows.hpp"
#include "landmarks/shuffled_rows.hpp"

namespace tkl {

namespace {

/// The rows of positive weight, in the random order of all rows, of which `first` are before them.
std::vector<Index> shuffled(const DatasetWithoutPoints& own, Index first, std::uint64_t seed) {
  std::vector<std::pair<double, Index>> order;
  order.reserve(static_cast<std::size_t>(own.target.size()));
  for (Index i = 0; i < own.target.size(); ++i) {
    if (own.weights.size() != 0 && !(own.weights(i) > 0.0)) continue;
    order.emplace_back(place_of_row(first + i, seed), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<Index> rows;
  rows.reserve(order.size());
  for (const auto& [place, row] : order) rows.push_back(row);
  return rows;
}

/// arrange(rows) are the points of those rows, in that order.
template <class Arrange>
Shard make_shard(const DatasetWithoutPoints& own, std::uint64_t seed, const Team& team,
                 const Arrange& arrange) {
  Matrix counts = Matrix::Constant(1, 1, static_cast<double>(own.target.size()));
  counts = team.gather(counts);
  const auto first = static_cast<Index>(counts.col(0).head(team.rank()).sum());
  std::vector<Index> rows = shuffled(own, first, seed);
  Shard shard;
  shard.seed = seed;
  shard.all_rows = static_cast<Index>(counts.sum());
  shard.rows = team.sum(static_cast<double>(rows.size()));
  shard.data = select_without_points(own, rows);
  shard.points = arrange(rows);
  for (Index& row : rows) row += first;
  shard.number = std::move(rows);
  return shard;
}

}  // namespace

Vector weights_or_ones(const DatasetWithoutPoints& data) {
  return data.weights.size() == 0 ? Vector(Vector::Ones(data.target.size())) : data.weights;
}

Shard make_shard(const Dataset& own, std::uint64_t seed, const Team& team) {
  return make_shard(own, seed, team, [&](const std::vector<Index>& rows) {
    return std::make_unique<RowsInMemory>(Matrix(own.points(rows, Eigen::all)));
  });
}

Shard make_shard(const DatasetOnDisk& own, std::uint64_t seed, const Team& team) {
  return make_shard(own, seed, team, [&](const std::vector<Index>& rows) {
    return internal::arrange_rows(*own.points, rows);
  });
}

Sample gather_sample(const Shard& shard, double count, const Team& team) {
  const double share = count / shard.rows;
  const auto place = [&](Index number) { return place_of_row(number, shard.seed); };
  const auto end = std::partition_point(shard.number.begin(), shard.number.end(),
                                        [&](Index number) { return place(number) < share; });
  const Index own = end - shard.number.begin();
  const Index features = shard.points->features();
  Matrix rows(own, features + 4);  // place, number, target, weight, features
  for (Index i = 0; i < own; ++i) {
    const Index number = shard.number[static_cast<std::size_t>(i)];
    rows(i, 0) = place(number);
    rows(i, 1) = static_cast<double>(number);
  }
  rows.col(2) = shard.data.target.head(own);
  rows.col(3) = weights_or_ones(shard.data).head(own);
  rows.rightCols(features) = shard.points->block(0, own);
  rows = team.gather(rows);
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return rows(a, 0) < rows(b, 0); });
  rows = rows(order, Eigen::all).eval();

  Sample sample;
  sample.data = {select_without_points(shard.data, {}), rows.rightCols(features)};
  sample.data.target = rows.col(2);
  if (shard.data.weights.size() != 0) sample.data.weights = rows.col(3);
  sample.data.groups.clear();
  for (const double number : rows.col(1)) sample.number.push_back(static_cast<Index>(number));
  return sample;
}

}  // namespace tkl
