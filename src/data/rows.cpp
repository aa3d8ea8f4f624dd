#include "tkl/rows.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace tkl {

Matrix Rows::block(Index first, Index count) const {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), first);
  return read(rows);
}

RowsInMemory::RowsInMemory(Matrix&& points) : own_(std::move(points)), points_(own_) {}

Matrix RowsInMemory::read(std::span<const Index> rows) const {
  using Indices = Eigen::Array<Index, Eigen::Dynamic, 1>;
  return points_(Eigen::Map<const Indices>(rows.data(), std::ssize(rows)), Eigen::all);
}

Ranges ranges_of(const Rows& rows) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Ranges ranges{Vector::Constant(rows.features(), infinity),
                Vector::Constant(rows.features(), -infinity)};
  constexpr Index most = 8192;
  for (Index first = 0; first < rows.count(); first += most) {
    const Matrix block = rows.block(first, std::min(most, rows.count() - first));
    ranges.minimum = ranges.minimum.cwiseMin(block.colwise().minCoeff().transpose());
    ranges.maximum = ranges.maximum.cwiseMax(block.colwise().maxCoeff().transpose());
  }
  return ranges;
}

}  // namespace tkl
