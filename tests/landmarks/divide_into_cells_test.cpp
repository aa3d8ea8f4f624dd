#include "landmarks/divide_into_cells.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "learn/problems.hpp"

namespace tkl {
namespace {

struct Example {
  Tessellated family = testing::tessellated(3, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();

  CellTree divide(const Matrix& x, Index most, std::uint64_t seed = 1, int threads = 2) const {
    return divide_into_cells(family, P, x, most, seed, Threads(threads));
  }
  std::vector<Index> cells(const CellTree& tree, const Matrix& x) const {
    return tree.cell_of(family, P, x, Threads(2));
  }
};

std::map<Index, Index> sizes(const std::vector<Index>& cells) {
  std::map<Index, Index> count;
  for (const Index cell : cells) ++count[cell];
  return count;
}

TEST(DivideIntoCells, MakesCellsOfNearlyEqualSize) {
  const Example e;
  const Matrix x = testing::random_points(1000, 3, 1);
  for (const Index most : {1000, 300, 100}) {
    const CellTree tree = e.divide(x, most);
    const std::map<Index, Index> count = sizes(e.cells(tree, x));
    EXPECT_EQ(std::ssize(count), tree.cells()) << "none is empty";
    for (const auto& [cell, size] : count) {
      EXPECT_LE(size, most);
      EXPECT_GE(2 * size, most / 2) << "fewer cells would do";
    }
  }
  EXPECT_EQ(e.divide(x, 1000).cells(), 1);
  EXPECT_EQ(e.divide(x, 999).cells(), 2);
}

TEST(DivideIntoCells, NeighboursShareACell) {
  const Example e;
  const Matrix x = testing::random_points(2000, 3, 2);
  const CellTree tree = e.divide(x, 200);
  const Matrix near = x.array() + 1e-3;
  const std::vector<Index> cells = e.cells(tree, x);
  const std::vector<Index> moved = e.cells(tree, near);
  Index together = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) together += cells[i] == moved[i] ? 1 : 0;
  EXPECT_GE(together, 1900);
}

TEST(DivideIntoCells, APointsCellDoesNotDependOnItsCompany) {
  const Example e;
  const Matrix x = testing::random_points(500, 3, 3);
  const CellTree tree = e.divide(x, 60);
  const std::vector<Index> all = e.cells(tree, x);
  for (Index i = 0; i < x.rows(); i += 17) {
    EXPECT_EQ(e.cells(tree, x.row(i)).front(), all[static_cast<std::size_t>(i)]);
  }
}

TEST(DivideIntoCells, CopiesOfAPointStayTogether) {
  const Example e;
  Matrix x = testing::random_points(600, 3, 4);
  for (Index i = 0; i < x.rows(); ++i) x.row(i) = x.row(i % 20).eval();
  const std::vector<Index> cells = e.cells(e.divide(x, 60), x);
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], cells[i % 20]);
  for (const auto& [cell, size] : sizes(cells)) EXPECT_LE(size, 120) << "as even as copies allow";
  const Matrix one = Matrix::Constant(300, 3, 0.5);
  EXPECT_EQ(sizes(e.cells(e.divide(one, 50), one)).size(), 1U);
}

TEST(DivideIntoCells, DependsOnTheSeedAndNotOnTheThreads) {
  const Example e;
  const Matrix x = testing::random_points(800, 3, 5);
  const CellTree tree = e.divide(x, 100, 1, 1);
  EXPECT_EQ(tree.pivots, e.divide(x, 100, 1, 3).pivots);
  EXPECT_EQ(tree.thresholds, e.divide(x, 100, 1, 3).thresholds);
  EXPECT_NE(tree.pivots, e.divide(x, 100, 2, 1).pivots);
}

}  // namespace
}  // namespace tkl
