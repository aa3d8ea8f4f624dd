#include "svm/kernel_matrix.hpp"

#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

/// Some rows, each once, in no order.
std::vector<Index> shuffled_rows(Random& random, Index size, Index count) {
  std::vector<Index> rows = testing::permutation(random, size);
  rows.resize(static_cast<std::size_t>(count));
  return rows;
}

/// K_ii + K_jj - 2K_ij, which is what entries leave of K.
Matrix squared_distances(const Matrix& K) {
  const Vector diagonal = K.diagonal();
  return ((-2.0 * K).colwise() + diagonal).rowwise() + diagonal.transpose();
}

std::vector<Index> all_rows(Index size) {
  std::vector<Index> rows(static_cast<std::size_t>(size));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

TEST(DenseKernel, EntriesLeaveDistances) {
  Random random(508);
  const Matrix K = testing::symmetric_matrix(random, 150);
  const DenseKernel kernel(K, Threads(2));
  const Matrix entries = kernel.block(all_rows(150));
  EXPECT_TRUE(entries == entries.transpose());
  EXPECT_LE((squared_distances(entries) - squared_distances(K)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(SingleKernel, EntriesAreThoseOfTheMatrix) {
  Random random(509);
  const Eigen::MatrixXf K = testing::symmetric_matrix(random, 70).cast<float>();
  const SingleKernel kernel(K, Threads(1));
  EXPECT_TRUE(kernel.cross(all_rows(70), all_rows(70)) == K);
  EXPECT_TRUE(kernel.diagonal() == K.diagonal().cast<double>());
}

TEST(DenseKernel, KnowsSizeAndDiagonal) {
  Random random(501);
  const Matrix K = testing::symmetric_matrix(random, 13);
  const DenseKernel kernel(K, Threads(2));
  EXPECT_EQ(kernel.size(), 13);
  EXPECT_TRUE(kernel.diagonal() == kernel.block(all_rows(13)).diagonal());
  EXPECT_EQ(kernel.threads().count(), 2);
}

TEST(DenseKernel, GathersTheLowerTriangleIntoTheTopLeft) {
  Random random(502);
  const Matrix K = testing::symmetric_matrix(random, 300);
  const DenseKernel kernel(K, Threads(1));
  const Matrix entries = kernel.block(all_rows(300));
  for (const Index count : {1, 2, 63, 64, 65, 200, 300}) {
    const std::vector<Index> rows = shuffled_rows(random, 300, count);
    Eigen::MatrixXf out = Eigen::MatrixXf::Constant(count + 5, count + 5, 77.0F);
    Eigen::MatrixXf expected = out;
    for (Index j = 0; j < count; ++j) {
      for (Index i = j; i < count; ++i) {
        expected(i, j) = static_cast<float>(
            entries(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]));
      }
    }
    kernel.gather(rows, out);
    EXPECT_TRUE(out == expected) << count << " rows";
  }
}

TEST(DenseKernel, CrossAndBlockAreSubmatrices) {
  Random random(503);
  const Matrix K = testing::symmetric_matrix(random, 90);
  const DenseKernel kernel(K, Threads(1));
  const Matrix entries = kernel.block(all_rows(90));
  const std::vector<Index> rows = shuffled_rows(random, 90, 40);
  const std::vector<Index> columns = shuffled_rows(random, 90, 7);
  const Eigen::MatrixXf cross = kernel.cross(rows, columns);
  const Matrix block = kernel.block(rows);
  ASSERT_EQ(cross.rows(), 40);
  ASSERT_EQ(cross.cols(), 7);
  ASSERT_EQ(block.rows(), 40);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<Index>(i);
    for (std::size_t j = 0; j < columns.size(); ++j) {
      EXPECT_EQ(cross(row, static_cast<Index>(j)),
                static_cast<float>(entries(rows[i], columns[j])));
    }
    for (std::size_t j = 0; j < rows.size(); ++j) {
      EXPECT_EQ(block(row, static_cast<Index>(j)), entries(rows[i], rows[j]));
    }
  }
  EXPECT_EQ(kernel.cross(rows, {}).cols(), 0);
}

TEST(DenseKernel, AddsProducts) {
  Random random(504);
  for (const Index size : {1, 30, 1024, 1100}) {
    const Matrix K = testing::symmetric_matrix(random, size);
    const DenseKernel kernel(K, Threads(1));
    for (const Index count : {0, 1, 7, 8, 9, 30}) {
      if (count > size) continue;
      const std::vector<Index> columns = shuffled_rows(random, size, count);
      const Vector v = testing::normal_vector(random, count);
      const Vector before = testing::normal_vector(random, size);
      Vector f = before;
      kernel.add_product(columns, v, f);
      const Vector expected = before + K(Eigen::all, columns) * v;
      EXPECT_LE((f - expected).cwiseAbs().maxCoeff(), 1e-13) << size << ", " << count;
    }
  }
}

TEST(DenseKernel, MultipliesByAllWeights) {
  Random random(505);
  const Matrix K = testing::symmetric_matrix(random, 210);
  const Vector w = testing::normal_vector(random, 210);
  const DenseKernel kernel(K, Threads(1));
  EXPECT_LE((kernel.multiply(w) - K * w).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_TRUE(kernel.multiply(Vector::Zero(210)) == Vector::Zero(210));
}

TEST(DenseKernel, MultiplyDoesNotReadColumnsOfZeroWeights) {
  Random random(506);
  Matrix K = testing::symmetric_matrix(random, 19);
  Vector w = testing::normal_vector(random, 19);
  w(0) = w(5) = w(18) = 0.0;
  const Vector expected = K * w;
  for (const Index i : {0, 5, 18}) K.col(i).setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_LE((DenseKernel(K, Threads(1)).multiply(w) - expected).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(DenseKernel, IsTheSameForAnyNumberOfThreads) {
  Random random(507);
  const Index size = 1300;  // pieces are of 1024 rows
  const Matrix K = testing::symmetric_matrix(random, size);
  const std::vector<Index> rows = shuffled_rows(random, size, 333);
  const Vector w = testing::normal_vector(random, size);
  Eigen::MatrixXf gathered = Eigen::MatrixXf::Zero(333, 333);
  const DenseKernel alone(K, Threads(1));
  alone.gather(rows, gathered);
  const Vector product = alone.multiply(w);
  for (const int count : {2, 3}) {
    const DenseKernel kernel(K, Threads(count));
    Eigen::MatrixXf out = Eigen::MatrixXf::Zero(333, 333);
    kernel.gather(rows, out);
    EXPECT_TRUE(out == gathered) << count << " threads";
    EXPECT_TRUE(kernel.multiply(w) == product) << count << " threads";
    EXPECT_TRUE(kernel.cross(rows, rows) == alone.cross(rows, rows)) << count << " threads";
    EXPECT_TRUE(kernel.block(rows) == alone.block(rows)) << count << " threads";
  }
}

}  // namespace
}  // namespace tkl
