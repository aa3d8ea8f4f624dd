#pragma once

#include <cstdint>
#include <vector>

#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// Products with matrices G_ij = Π_l g(s_il, s_jl), where g(s, t) is min(s, t) or, if reflected,
/// 1 - |s - t|, in O(m log^{n-1} m) operations instead of O(m²n), for m points of few features n.
///
/// Both g are, for t ≤ s as for t ≥ s, sums of products a(s)·b(t) with b = 1 or b = t. So G·v is made of
/// sums over the j in each orthant at i (docs/math.md §14). For one feature these are running sums over
/// the sorted points. For more, the halves of the points by the first feature lie on one side of each
/// other, which leaves a problem with a feature less between the halves and the same problem within
/// each. Small blocks are multiplied out.
class OrthantSums {
 public:
  /// A row of sides for each point.
  OrthantSums(const Matrix& sides, bool reflected);

  /// G·values, all columns at a time; the same bits for any number of threads.
  Matrix times(const Matrix& values, const Threads& threads) const;

 private:
  using Rows = std::vector<std::int32_t>;
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  class Work;

  Index features() const { return sides_.cols(); }

  RowMatrix sides_;
  bool reflected_;
  std::vector<Rows> orders_;  // the points in the order of each feature
  std::vector<Rows> ranks_;   // the place of each point there
};

}  // namespace tkl
