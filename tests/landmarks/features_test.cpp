/// Φ in memory and Φ computed, against its definition by dense linear algebra.

#include "landmarks/features.hpp"

#include <numeric>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "model/temporary_folder.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

struct Example {
  Matrix x = testing::random_points(5000, 3, 1);
  Tessellated family = testing::tessellated(3, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();
  Matrix landmarks = testing::random_points(40, 3, 2);
  LandmarkMap map{family, P, landmarks, Threads(2)};
  std::vector<Index> rows;

  Example() {
    for (Index i = 0; i < x.rows(); i += 2) rows.push_back(x.rows() - 1 - i);
  }

  /// A row a point.
  Matrix truth() const {
    const Matrix K = family.gram(P, landmarks, Threads(1));
    const Matrix L = K.llt().matrixL();
    const Matrix k = family.kernel(P, landmarks, x(rows, Eigen::all), Threads(1));
    return L.triangularView<Eigen::Lower>().solve(k).transpose();
  }
};

void expect_products(const Features& features, const Example& e, double tolerance) {
  const Matrix phi = e.truth();
  Random random(3);
  const Vector u = testing::normal_vector(random, 40);
  const Vector w = testing::normal_vector(random, phi.rows());
  const Vector h = testing::uniform_vector(random, phi.rows());
  EXPECT_LE((features.times(e.rows, u) - phi * u).norm(), tolerance * (phi * u).norm());
  EXPECT_LE((features.transposed_times(e.rows, w) - phi.transpose() * w).norm(),
            tolerance * phi.norm() * w.norm());
  Matrix square = Matrix::Identity(40, 40);
  Vector sum = Vector::Ones(40);
  features.add_weighted_square(e.rows, h, square, sum);
  const Matrix expected = Matrix::Identity(40, 40) + phi.transpose() * h.asDiagonal() * phi;
  const Matrix difference = (square - expected).triangularView<Eigen::Lower>();
  EXPECT_LE(difference.norm(), tolerance * expected.norm());
  EXPECT_LE((sum - Vector::Ones(40) - phi.transpose() * h).norm(), tolerance * phi.norm());
}

TEST(Features, StoredAreThoseOfTheDefinition) {
  const Example e;
  expect_products(*store_features(e.map, RowsInMemory(e.x), Threads(2)), e, 1e-5);
}

TEST(Features, ComputedAreThoseOfTheDefinition) {
  const Example e;
  const RowsInMemory x(e.x);
  expect_products(*compute_features(e.map, x, Threads(2)), e, 1e-6);
}

TEST(Features, AreTheSameBitsForAnyNumberOfThreads) {
  const Example e;
  const auto one = store_features(e.map, RowsInMemory(e.x), Threads(1));
  const auto three = store_features(e.map, RowsInMemory(e.x), Threads(3));
  const Vector w = Vector::LinSpaced(std::ssize(e.rows), -1.0, 1.0);
  EXPECT_EQ(one->transposed_times(e.rows, w), three->transposed_times(e.rows, w));
  Matrix square_one = Matrix::Zero(40, 40);
  Matrix square_three = square_one;
  Vector sum_one = Vector::Zero(40);
  Vector sum_three = sum_one;
  one->add_weighted_square(e.rows, w.cwiseAbs(), square_one, sum_one);
  three->add_weighted_square(e.rows, w.cwiseAbs(), square_three, sum_three);
  EXPECT_EQ(square_one, square_three);
  EXPECT_EQ(sum_one, sum_three);
}

TEST(Features, AreTheSameBitsFromDisk) {
  const Example e;
  const testing::TemporaryFolder folder;
  const RowsInMemory in_memory(e.x);
  RowsOnDisk on_disk(folder / "", e.x.rows(), e.x.cols());
  on_disk.write(0, e.x);
  for (const auto& make : {store_features, compute_features}) {
    const auto here = make(e.map, in_memory, Threads(2));
    const auto there = make(e.map, on_disk, Threads(2));
    EXPECT_EQ(here->columns(e.rows), there->columns(e.rows));
    const Vector u = Vector::LinSpaced(40, -1.0, 1.0);
    EXPECT_EQ(here->times(e.rows, u), there->times(e.rows, u));
    const Vector w = Vector::LinSpaced(std::ssize(e.rows), -1.0, 1.0);
    EXPECT_EQ(here->transposed_times(e.rows, w), there->transposed_times(e.rows, w));
  }
}

TEST(Features, WeightsOfLandmarksMakeTheSameFunction) {
  const Example e;
  Random random(4);
  const Vector u = testing::normal_vector(random, 40);
  const Matrix points = e.x(e.rows, Eigen::all);
  const Vector by_weights =
      e.family.kernel(e.P, points, e.landmarks, Threads(1)) * e.map.to_weights(u);
  EXPECT_LE((by_weights - e.truth() * u).norm(), 1e-6 * by_weights.norm());
}

TEST(LandmarkMap, BearsLandmarksThatAreEqual) {
  const Example e;
  Matrix twice(80, 3);
  twice << e.landmarks, e.landmarks;
  const LandmarkMap map(e.family, e.P, twice, Threads(1));
  EXPECT_TRUE(map.features_of(e.x.topRows(10), Threads(1)).allFinite());
}

}  // namespace
}  // namespace tkl
