#pragma once

#include <vector>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// A division of all of space into 2^depth cells, by a balanced tree: node t, numbered as in a heap
/// from 0 (its children are 2t + 1 and 2t + 2), has two points p and q, and sends x down by which of
/// them it resembles more, k(p, x) - k(q, x) > threshold. Points in the coordinates of the kernel.
struct CellTree {
  Matrix pivots;      ///< p and q of node t are rows 2t and 2t + 1
  Vector thresholds;  ///< one for each node

  Index cells() const { return thresholds.size() + 1; }

  /// The cell of each point, 0 … cells() - 1, which does not depend on the other points.
  std::vector<Index> cell_of(const KernelFamily& family, const Matrix& P, const Matrix& x,
                             const Threads& threads) const;
};

/// What a model knows whose functions are made of landmarks everywhere, and in each cell also of the
/// points there (docs/math.md §13).
struct Cells {
  CellTree tree;
  std::vector<Index> landmarks;  ///< rows of Model::support_vectors
  std::vector<Index> home;       ///< the cell of each support vector
};

}  // namespace tkl
