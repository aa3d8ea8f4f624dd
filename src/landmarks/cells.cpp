#include "tkl/cells.hpp"

namespace tkl {

std::vector<Index> CellTree::cell_of(const KernelFamily& family, const Matrix& P, const Matrix& x,
                                     const Threads& threads) const {
  const Index nodes = thresholds.size();
  std::vector<std::vector<Index>> arrived(static_cast<std::size_t>(2 * nodes + 1));
  for (Index i = 0; i < x.rows(); ++i) arrived.front().push_back(i);
  for (Index node = 0; node < nodes; ++node) {
    const std::vector<Index> here = std::move(arrived[static_cast<std::size_t>(node)]);
    if (here.empty()) continue;
    const Vector score = family.product(P, x(here, Eigen::all), pivots.middleRows(2 * node, 2),
                                        Eigen::Vector2d(1.0, -1.0), threads);
    for (std::size_t i = 0; i < here.size(); ++i) {
      const bool above = score(static_cast<Index>(i)) > thresholds(node);
      arrived[static_cast<std::size_t>(2 * node + (above ? 2 : 1))].push_back(here[i]);
    }
  }
  std::vector<Index> cell(static_cast<std::size_t>(x.rows()));
  for (Index leaf = 0; leaf <= nodes; ++leaf) {
    for (const Index i : arrived[static_cast<std::size_t>(nodes + leaf)]) {
      cell[static_cast<std::size_t>(i)] = leaf;
    }
  }
  return cell;
}

}  // namespace tkl
