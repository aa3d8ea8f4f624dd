#include "svm/computed_kernel.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

constexpr Index points = 120;
constexpr double column_bytes = 8.0 * points;

/// A kernel with the same matrix in memory beside it.
struct Pair {
  Matrix x = testing::random_points(points, 3, 5);
  Tessellated family = testing::tessellated(3, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();
  Matrix K = family.gram(P, x, Threads(1));
  ComputedKernel computed;

  explicit Pair(double cache_bytes) : computed(family, P, x, cache_bytes, Threads(1)) {}
};

std::vector<Index> some_rows(Random& random, Index count) {
  std::vector<Index> rows = testing::permutation(random, points);
  rows.resize(static_cast<std::size_t>(count));
  return rows;
}

TEST(ComputedKernel, BlocksAreThoseOfTheMatrix) {
  const Pair pair(0.0);
  Random random(1);
  const std::vector<Index> rows = some_rows(random, 30);
  const std::vector<Index> columns = some_rows(random, 7);
  const double size = pair.K.cwiseAbs().maxCoeff();
  const DenseKernel held(pair.K, Threads(1));
  EXPECT_NEAR((pair.computed.diagonal() - held.diagonal()).cwiseAbs().maxCoeff(), 0.0,
              1e-12 * size);
  EXPECT_NEAR((pair.computed.block(rows) - held.block(rows)).cwiseAbs().maxCoeff(), 0.0,
              1e-12 * size);
  const Eigen::MatrixXf cross = pair.computed.cross(rows, columns);
  EXPECT_NEAR((cross - held.cross(rows, columns)).cwiseAbs().maxCoeff(), 0.0, 1e-6 * size);
  Eigen::MatrixXf gathered(30, 30);
  pair.computed.gather(rows, gathered);
  const Matrix difference = gathered.cast<double>() - held.block(rows);
  EXPECT_NEAR(difference.triangularView<Eigen::Lower>().toDenseMatrix().cwiseAbs().maxCoeff(), 0.0,
              1e-6 * size);
}

TEST(ComputedKernel, ProductsAreRightWhateverTheCacheHolds) {
  // No cache, less than one column, a few columns, all of them.
  for (const double cache : {0.0, 0.5, 1.0, 10.0, 40.0, 120.0, 1000.0}) {
    const Pair pair(cache * column_bytes);
    Random random(2);
    // Small products that push each other out, sweeps over more than fits, and repetitions.
    for (const Index count : {1, 5, 8, 3, 120, 5, 60, 9, 120, 1, 30, 30, 2}) {
      const std::vector<Index> columns = some_rows(random, count);
      const Vector v = testing::normal_vector(random, count);
      Vector f = testing::normal_vector(random, points);
      const Vector expected = f + pair.K(Eigen::all, columns) * v;
      pair.computed.add_product(columns, v, f);
      EXPECT_NEAR((f - expected).norm(), 0.0, 1e-11 * (1.0 + expected.norm()))
          << cache << " columns of cache, " << count << " asked";
    }
  }
}

TEST(ComputedKernel, NothingToAddIsNoWork) {
  const Pair pair(10.0 * column_bytes);
  Vector f = Vector::Ones(points);
  pair.computed.add_product({}, Vector(), f);
  EXPECT_EQ(f, Vector::Ones(points));
  EXPECT_EQ(pair.computed.multiply(Vector::Zero(points)), Vector::Zero(points));
}

}  // namespace
}  // namespace tkl
