#include "svm/bordered_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "tkl/kernel_list.hpp"

namespace tkl {
namespace {

using testing::Random;

/// x and β by LU of the bordered matrix.
Vector by_elimination(const Matrix& K, const std::vector<Index>& rows, const Vector& r,
                      double total) {
  const auto size = static_cast<Index>(rows.size());
  Matrix bordered = Matrix::Zero(size + 1, size + 1);
  bordered.topLeftCorner(size, size) = K(rows, rows);
  bordered.col(size).head(size).setOnes();
  bordered.row(size).head(size).setOnes();
  Vector right(size + 1);
  right << r, total;
  return bordered.fullPivLu().solve(right);
}

void expect_consistent(const Matrix& K, const std::vector<Index>& rows, double total,
                       const BorderedSystem::Solution& solution) {
  ASSERT_EQ(solution.x.size(), static_cast<Index>(rows.size()));
  ASSERT_TRUE(solution.x.allFinite());
  EXPECT_NEAR(solution.x.sum(), total, 1e-10 * (std::abs(total) + solution.x.lpNorm<1>()));
  const Vector product = K(Eigen::all, rows) * solution.x;
  const double largest = (K(Eigen::all, rows).cwiseAbs() * solution.x.cwiseAbs()).maxCoeff();
  EXPECT_LE((solution.product - product).cwiseAbs().maxCoeff(), 1e-12 * largest);
}

/// Prepares for the rows, solves for random right sides, and compares with elimination: x in the
/// norm of K, in which conjugate gradients converge.
void expect_solves(BorderedSystem& system, const Matrix& K, const std::vector<Index>& rows,
                   Random& random) {
  SCOPED_TRACE(std::to_string(rows.size()) + " rows");
  const auto size = static_cast<Index>(rows.size());
  ASSERT_TRUE(system.prepare(rows));
  for (const double total : {0.0, -3.5}) {
    const Vector r = testing::normal_vector(random, size);
    const BorderedSystem::Solution solution = system.solve(r, total, {});
    EXPECT_TRUE(solution.converged);
    expect_consistent(K, rows, total, solution);
    const Vector truth = by_elimination(K, rows, r, total);
    const Vector error = solution.x - truth.head(size);
    const Matrix block = K(rows, rows);
    EXPECT_LE(std::sqrt(error.dot(block * error)),
              1e-4 * std::sqrt(truth.head(size).dot(block * truth.head(size))));
    EXPECT_NEAR(solution.beta, truth(size), 1e-4 * (1.0 + std::abs(truth(size))));
  }
}

std::vector<Index> all_rows(Index size) {
  std::vector<Index> rows(static_cast<std::size_t>(size));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

/// Drops and adds so many rows, at random.
std::vector<Index> changed_rows(Random& random, Index size, const std::vector<Index>& rows,
                                Index dropped, Index added) {
  std::vector<char> is_in(static_cast<std::size_t>(size), 0);
  for (const Index i : rows) is_in[static_cast<std::size_t>(i)] = 1;
  for (const Index i : testing::permutation(random, size)) {
    const bool was_in = std::binary_search(rows.begin(), rows.end(), i);
    Index& left = was_in ? dropped : added;
    if (left == 0) continue;
    --left;
    is_in[static_cast<std::size_t>(i)] = was_in ? 0 : 1;
  }
  std::vector<Index> out;
  for (Index i = 0; i < size; ++i) {
    if (is_in[static_cast<std::size_t>(i)] != 0) out.push_back(i);
  }
  return out;
}

TEST(BorderedSystem, AgreesWithElimination) {
  Random random(531);
  for (const double condition : {1e1, 1e4, 1e6}) {
    SCOPED_TRACE(condition);
    const Matrix K = testing::matrix_of_condition(random, 150, condition);
    const DenseKernel kernel(K, Threads(1));
    for (const Index size : {2, 3, 40, 150}) {
      BorderedSystem system(kernel);
      expect_solves(system, K, testing::some_rows(random, 150, size), random);
    }
  }
}

TEST(BorderedSystem, IsPlannedByWorkAndMemory) {
  const Matrix K = Matrix::Identity(1000, 1000);
  const DenseKernel kernel(K, Threads(1));
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const SystemPlan factor = plan_system(kernel, 1000, infinity);
  EXPECT_EQ(factor.landmarks, 0);
  EXPECT_GT(factor.work, plan_system(kernel, 500, infinity).work);
  const SystemPlan sketch = plan_system(kernel, 1000, 0.9 * factor.memory);
  EXPECT_GT(sketch.landmarks, 0);
  EXPECT_LE(sketch.memory, 0.9 * factor.memory);
  EXPECT_GT(sketch.work, factor.work);
  // Beyond some size a factor, whose work is cubic, costs more than all the iterations it saves.
  EXPECT_GT(plan_system(kernel, 200000, infinity).landmarks, 0);
}

TEST(BorderedSystem, WithASketchAgreesWithElimination) {
  Random random(534);
  const testing::SvmData data = testing::generated_svm_data("friedman1", 400);
  Matrix K = data.K;
  K.diagonal().array() += 0.01;
  const DenseKernel kernel(K, Threads(2));
  BorderedSystem system(kernel, /*memory=*/0.5e6);
  for (const Index size : {400, 350, 390}) {
    const std::vector<Index> rows = testing::some_rows(random, 400, size);
    ASSERT_GT(plan_system(kernel, size, 0.5e6).landmarks, 0);
    ASSERT_TRUE(system.prepare(rows));
    const Vector r = testing::normal_vector(random, size);
    const BorderedSystem::Solution solution = system.solve(r, 2.0, {});
    EXPECT_TRUE(solution.converged);
    expect_consistent(K, rows, 2.0, solution);
    const Vector truth = by_elimination(K, rows, r, 2.0);
    EXPECT_LE((solution.x - truth.head(size)).norm(), 1e-2 * truth.head(size).norm());
  }
}

/// K of many points with a long tail of small eigenvalues, or with one that falls quickly.
Matrix large_kernel(Index points, bool has_tail) {
  Random random(539);
  const Matrix x = testing::uniform_matrix(random, points, has_tail ? 6 : 2);
  const FixedKernel kernel{.kind = FixedKernel::Kind::matern, .width = has_tail ? 0.5 : 2.0};
  const KernelList family({.features = x.cols(), .kernels = {kernel}});
  return family.gram(Matrix::Ones(1, 1), x, Threads(2));
}

TEST(BorderedSystem, ManyUnknownsAreSolvedWithACopyOfTheMatrix) {
  const Matrix K = large_kernel(4100, /*has_tail=*/true);
  const DenseKernel kernel(K, Threads(2));
  Random random(540);
  constexpr double too_little_for_a_factor = 7e7;
  BorderedSystem system(kernel, too_little_for_a_factor);
  for (const Index size : {4100, 4050}) {
    const std::vector<Index> rows = testing::some_rows(random, 4100, size);
    ASSERT_TRUE(plan_system(kernel, size, too_little_for_a_factor).copies);
    ASSERT_TRUE(system.prepare(rows));
    const Vector r = testing::normal_vector(random, size);
    const BorderedSystem::Solution solution = system.solve(r, -1.5, {.sum = 1e-3 * r.lpNorm<1>()});
    EXPECT_TRUE(solution.converged);
    EXPECT_EQ(system.sketches(), Sketches::allowed);
    EXPECT_NEAR(solution.x.sum(), -1.5, 1e-9 * solution.x.lpNorm<1>());
    // By K itself, not by its copy.
    const Vector product = K(Eigen::all, rows) * solution.x;
    EXPECT_LE((solution.product - product).cwiseAbs().maxCoeff(), 1e-12 * solution.x.lpNorm<1>());
    const Vector residual = (r - product(rows)).array() - solution.beta;
    EXPECT_LE(residual.lpNorm<1>(), 1e-2 * r.lpNorm<1>());
  }
}

TEST(BorderedSystem, AFactorTakesOverFromAWeakSketch) {
  constexpr Index size = 9100;
  const Matrix K = large_kernel(size, /*has_tail=*/false);
  const DenseKernel kernel(K, Threads(2));
  ASSERT_GT(plan_system(kernel, size, 1e9).landmarks, 0);
  EXPECT_EQ(plan_system(kernel, size, 1e9, Sketches::avoided).landmarks, 0);
  // Where there is no room for a factor, a weak sketch is better than nothing.
  EXPECT_GT(plan_system(kernel, size, 1e8, Sketches::avoided).landmarks, 0);
  Random random(541);
  BorderedSystem system(kernel, 1e9);
  ASSERT_TRUE(system.prepare(all_rows(size)));
  const Vector r = K * testing::normal_vector(random, size);
  const BorderedSystem::Solution solution = system.solve(r, 0.0, {});
  EXPECT_EQ(system.sketches(), Sketches::avoided);
  const Vector residual = (r - K * solution.x).array() - solution.beta;
  EXPECT_LE(residual.norm(), 1e-4 * r.norm());
}

TEST(BorderedSystem, WithARidgeConvergedKeepsTheGapAllowed) {
  Random random(537);
  const testing::SvmData data = testing::generated_svm_data("friedman1", 300);
  const Vector ridge = Vector::Constant(300, 0.05);
  const DenseKernel kernel(data.K, Threads(1));
  const RidgedKernel ridged(kernel, ridge);
  BorderedSystem system(ridged, /*memory=*/0.2e6);
  ASSERT_TRUE(system.prepare(all_rows(300)));
  const Vector r = testing::normal_vector(random, 300);
  const double of_zero = 0.5 * r.squaredNorm() / 0.05;
  double work_before = 0.0;
  for (const double share : {1e-3, 1e-1}) {
    const double begin = system.work();
    const BorderedSystem::Solution solution = system.solve(r, 0.0, {.gap = share * of_zero});
    ASSERT_TRUE(solution.converged);
    const Vector residual =
        (r - data.K * solution.x - ridge.cwiseProduct(solution.x)).array() - solution.beta;
    EXPECT_LE(0.5 * residual.squaredNorm() / 0.05, 1.001 * share * of_zero);
    // Who asks for less gets it sooner.
    if (work_before > 0.0) {
      EXPECT_LT(system.work() - begin, work_before);
    }
    work_before = system.work() - begin;
  }
}

TEST(BorderedSystem, AStopEndsTheIterations) {
  Random random(538);
  const testing::SvmData data = testing::generated_svm_data("friedman1", 300);
  const DenseKernel kernel(data.K, Threads(1));
  BorderedSystem system(kernel, /*memory=*/0.2e6, [] { return true; });
  ASSERT_TRUE(system.prepare(all_rows(300)));
  const double before = system.work();
  EXPECT_FALSE(system.solve(testing::normal_vector(random, 300), 0.0, {}).converged);
  EXPECT_EQ(system.work(), before);
}

class BorderedSystemChanges : public ::testing::Test {
 protected:
  /// So many rows out and in, several times over from the rows of before.
  void expect_solves_after(Index dropped, Index added, int times) {
    SCOPED_TRACE(std::to_string(dropped) + " dropped, " + std::to_string(added) + " added");
    BorderedSystem system(kernel_);
    std::vector<Index> rows = testing::some_rows(random_, 200, 120);
    expect_solves(system, K_, rows, random_);
    for (int time = 0; time < times; ++time) {
      rows = changed_rows(random_, 200, rows, dropped, added);
      expect_solves(system, K_, rows, random_);
    }
  }

  Random random_{532};
  Matrix K_ = testing::matrix_of_condition(random_, 200, 1e5);
  DenseKernel kernel_{K_, Threads(1)};
};

TEST_F(BorderedSystemChanges, RowsAreAdded) {
  expect_solves_after(0, 1, 5);
  expect_solves_after(0, 6, 5);
}

TEST_F(BorderedSystemChanges, RowsAreDropped) {
  expect_solves_after(1, 0, 5);
  expect_solves_after(6, 0, 5);
}

TEST_F(BorderedSystemChanges, RowsAreDroppedAndAdded) {
  expect_solves_after(1, 1, 4);
  expect_solves_after(4, 9, 4);
  expect_solves_after(9, 4, 4);
}

TEST_F(BorderedSystemChanges, ManyRowsAtOnce) {
  expect_solves_after(30, 30, 2);
  expect_solves_after(0, 70, 1);
  expect_solves_after(100, 0, 1);
}

TEST_F(BorderedSystemChanges, NothingChanges) { expect_solves_after(0, 0, 2); }

TEST_F(BorderedSystemChanges, RandomSequence) {
  BorderedSystem system(kernel_);
  std::vector<Index> rows = testing::some_rows(random_, 200, 120);
  for (int change = 0; change < 20; ++change) {
    const auto dropped = static_cast<Index>(random_.uniform(0.0, 8.0));
    const auto added = static_cast<Index>(random_.uniform(0.0, 8.0));
    rows = changed_rows(random_, 200, rows, dropped, added);
    expect_solves(system, K_, rows, random_);
  }
}

TEST_F(BorderedSystemChanges, SmallChangesCostLessThanANewFactor) {
  const std::vector<Index> rows = testing::some_rows(random_, 200, 120);
  BorderedSystem system(kernel_);
  system.prepare(rows);
  const double factor = system.work();
  EXPECT_GT(factor, 0.0);
  system.prepare(changed_rows(random_, 200, rows, 2, 2));
  const double small = system.work() - factor;
  EXPECT_GT(small, 0.0);
  EXPECT_LT(small, 0.5 * factor);
  system.prepare(changed_rows(random_, 200, rows, 30, 30));
  EXPECT_NEAR(system.work() - factor - small, factor, 0.01 * factor) << "no new factor";
}

TEST_F(BorderedSystemChanges, AreAsGoodAsANewFactor) {
  // A wrong factor still leads to the solution, by many more iterations; their work tells.
  const std::vector<Index> rows = testing::some_rows(random_, 200, 120);
  for (const Index dropped : {0, 1, 7}) {
    for (const Index added : {0, 1, 7}) {
      SCOPED_TRACE(std::to_string(dropped) + " dropped, " + std::to_string(added) + " added");
      const std::vector<Index> changed = changed_rows(random_, 200, rows, dropped, added);
      const Vector r = testing::normal_vector(random_, static_cast<Index>(changed.size()));
      const auto work_of_solve = [&](BorderedSystem& system) {
        const double before = system.work();
        EXPECT_TRUE(system.solve(r, 1.0, {}).converged);
        return system.work() - before;
      };
      BorderedSystem renewed(kernel_);
      ASSERT_TRUE(renewed.prepare(changed));
      BorderedSystem updated(kernel_);
      ASSERT_TRUE(updated.prepare(rows));
      ASSERT_TRUE(updated.prepare(changed));
      EXPECT_LE(work_of_solve(updated), 1.5 * work_of_solve(renewed));
    }
  }
}

TEST(BorderedSystem, RepeatedRowsWithEqualRightSides) {
  Random random(533);
  const Matrix G = testing::matrix_of_condition(random, 60, 1e3);
  std::vector<Index> twice = all_rows(60);
  for (Index i = 0; i < 60; i += 2) twice.push_back(i);
  const Matrix K = G(twice, twice);
  const DenseKernel kernel(K, Threads(1));
  const Vector right = testing::normal_vector(random, 60);
  const Vector r = right(twice);
  // The sum over copies is what the matrix without them gives.
  const Vector truth = by_elimination(G, all_rows(60), right, 1.25);
  BorderedSystem system(kernel);
  ASSERT_TRUE(system.prepare(all_rows(90)));
  const BorderedSystem::Solution solution = system.solve(r, 1.25, {});
  EXPECT_TRUE(solution.converged);
  expect_consistent(K, all_rows(90), 1.25, solution);
  Vector sums = solution.x.head(60);
  for (Index k = 60; k < 90; ++k) sums(twice[static_cast<std::size_t>(k)]) += solution.x(k);
  const Vector error = sums - truth.head(60);
  EXPECT_LE(std::sqrt(error.dot(G * error)),
            1e-3 * std::sqrt(truth.head(60).dot(G * truth.head(60))));
  EXPECT_NEAR(solution.beta, truth(60), 1e-3 * (1.0 + std::abs(truth(60))));
}

TEST(BorderedSystem, RepeatedRowsThatComeAndGo) {
  Random random(534);
  const Matrix G = testing::matrix_of_condition(random, 60, 1e3);
  std::vector<Index> twice = all_rows(60);
  for (Index i = 0; i < 60; i += 2) twice.push_back(i);
  const Matrix K = G(twice, twice);
  const DenseKernel kernel(K, Threads(1));
  const Vector right = testing::normal_vector(random, 60);
  BorderedSystem system(kernel);
  for (int change = 0; change < 12; ++change) {
    // All first copies stay, so that the sums keep their truth.
    std::vector<Index> rows = all_rows(60);
    for (Index k = 60; k < 90; ++k) {
      if (random.uniform(0.0, 1.0) < 0.1) rows.push_back(k);
    }
    ASSERT_TRUE(system.prepare(rows));
    Vector r(static_cast<Index>(rows.size()));
    for (Index k = 0; k < r.size(); ++k) {
      r(k) = right(twice[static_cast<std::size_t>(rows[static_cast<std::size_t>(k)])]);
    }
    const BorderedSystem::Solution solution = system.solve(r, 0.0, {});
    expect_consistent(K, rows, 0.0, solution);
    const Vector truth = G * by_elimination(G, all_rows(60), right, 0.0).head(60);
    const Vector f = solution.product.head(60);
    EXPECT_LE((f - truth).norm(), 1e-3 * truth.norm()) << "change " << change;
  }
}

TEST(BorderedSystem, LowRankAndZeroMatricesGiveFiniteSolutions) {
  Random random(535);
  for (const Index rank : {0, 1, 3}) {
    const Matrix K =
        rank == 0 ? Matrix(Matrix::Zero(50, 50)) : testing::psd_matrix(random, 50, rank);
    const DenseKernel kernel(K, Threads(1));
    BorderedSystem system(kernel);
    if (!system.prepare(all_rows(50))) continue;  // its right, but it must not crash
    const BorderedSystem::Solution solution =
        system.solve(testing::normal_vector(random, 50), 0.5, {.sum = 1e-3});
    EXPECT_EQ(solution.x.size(), 50);
  }
}

TEST(BorderedSystem, WhatAllRowsHaveInCommonDoesNotDrownTheRest) {
  // A very wide Gaussian, whose entries differ by less than a thousandth, and a smaller ridge than what
  // single precision would round them by.
  Random random(541);
  const Matrix x = testing::uniform_matrix(random, 600, 3);
  const FixedKernel wide{.kind = FixedKernel::Kind::gaussian, .width = 40.0};
  const Matrix K =
      KernelList({.features = 3, .kernels = {wide}}).gram(Matrix::Ones(1, 1), x, Threads(1));
  const DenseKernel kernel(K, Threads(1));
  const RidgedKernel ridged(kernel, Vector::Constant(600, 1e-7));
  const Matrix sum = K + 1e-7 * Matrix::Identity(600, 600);
  BorderedSystem system(ridged);
  expect_solves(system, sum, all_rows(600), random);
  expect_solves(system, sum, testing::some_rows(random, 600, 570), random);
}

TEST(BorderedSystem, ConvergedKeepsTheResidualAllowed) {
  Random random(536);
  const Matrix K = testing::matrix_of_condition(random, 100, 1e8);
  const DenseKernel kernel(K, Threads(1));
  const Vector truth = testing::normal_vector(random, 100);
  const Vector r = K * truth;  // the exact solution is not huge
  BorderedSystem system(kernel);
  ASSERT_TRUE(system.prepare(all_rows(100)));
  for (const double share : {1e-1, 1e-2, 1e-3}) {
    const double allowed = share * r.lpNorm<1>();
    const BorderedSystem::Solution solution = system.solve(r, truth.sum(), {.sum = allowed});
    ASSERT_TRUE(solution.converged);
    const Vector residual = (r - K * solution.x).array() - solution.beta;
    EXPECT_LE(residual.lpNorm<1>(), 1.001 * allowed);
  }
}

TEST(BorderedSystem, RefusesWhatIsNotFinite) {
  Matrix K = Matrix::Identity(5, 5);
  K(2, 2) = std::numeric_limits<double>::infinity();
  const DenseKernel kernel(K, Threads(1));
  EXPECT_FALSE(BorderedSystem(kernel).prepare({0, 2, 3}));
  EXPECT_TRUE(BorderedSystem(kernel).prepare({0, 1, 3}));
}

TEST(BorderedSystem, RightSidesBeyondSinglePrecision) {
  Random random(537);
  const Matrix K = testing::matrix_of_condition(random, 50, 1e3);
  const Vector r = testing::normal_vector(random, 50);
  const Vector truth = by_elimination(K, all_rows(50), r, 0.0);
  for (const double scale : {1e-60, 1e60}) {
    const DenseKernel kernel(K, Threads(1));
    BorderedSystem system(kernel);
    ASSERT_TRUE(system.prepare(all_rows(50)));
    const BorderedSystem::Solution solution = system.solve(scale * r, 0.0, {});
    EXPECT_LE((solution.x / scale - truth.head(50)).norm(), 1e-3 * truth.norm()) << scale;
  }
}

TEST(BorderedSystem, IsTheSameForAnyNumberOfThreads) {
  Random random(538);
  const Matrix K = testing::matrix_of_condition(random, 450, 1e5);
  const std::vector<Index> rows = testing::some_rows(random, 450, 400);
  const std::vector<Index> changed = changed_rows(random, 450, rows, 20, 20);
  const Vector r = testing::normal_vector(random, 400);
  Vector alone;
  for (const int threads : {1, 2, 3}) {
    const DenseKernel kernel(K, Threads(threads));
    BorderedSystem system(kernel);
    ASSERT_TRUE(system.prepare(rows));
    ASSERT_TRUE(system.prepare(changed));
    const Vector x = system.solve(r, 1.0, {}).x;
    if (threads == 1) alone = x;
    EXPECT_TRUE(x == alone) << threads << " threads";
  }
}

TEST(BorderedSystem, AShiftIsAddedToTheDiagonal) {
  Random random(560);
  const Matrix K = testing::matrix_of_condition(random, 80, 1e6);
  const DenseKernel kernel(K, Threads(1));
  BorderedSystem system(kernel);
  std::vector<Index> rows = testing::some_rows(random, 80, 60);
  for (const double shift :
       {0.1, 1e-3, 0.0, 1e-3}) {  // the factor of another shift must not be kept
    SCOPED_TRACE("shift " + std::to_string(shift));
    ASSERT_TRUE(system.prepare(rows, shift));
    const Vector r = testing::normal_vector(random, 60);
    const BorderedSystem::Solution solution = system.solve(r, 1.5, {});
    EXPECT_TRUE(solution.converged);
    Matrix shifted = K;
    shifted.diagonal().array() += shift;
    const Vector truth = by_elimination(shifted, rows, r, 1.5);
    EXPECT_LE((solution.x - truth.head(60)).norm(), 1e-3 * truth.head(60).norm());
    EXPECT_LE((solution.product - K(Eigen::all, rows) * solution.x).norm(),
              1e-12 * solution.x.norm());
  }
}

}  // namespace
}  // namespace tkl
