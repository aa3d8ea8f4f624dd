#include "linalg/single_products.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tkl/matrix.hpp"

namespace tkl::linalg {
namespace {

using testing::Random;

// Less than a vector, some vectors and a rest; columns likewise.
const std::vector<Index> many_rows{0, 1, 7, 8, 67};
const std::vector<Index> many_columns{0, 1, 3, 4, 9};

Eigen::MatrixXf single_matrix(Random& random, Index rows, Index columns) {
  return testing::normal_matrix(random, rows, columns).cast<float>();
}

std::vector<const float*> columns_of(const Eigen::MatrixXf& a) {
  std::vector<const float*> columns;
  for (Index k = 0; k < a.cols(); ++k) columns.push_back(a.col(k).data());
  return columns;
}

TEST(SingleProducts, BothWaysAtOnceAreTheProductsWithAAndItsTranspose) {
  Random random(531);
  for (const Index rows : many_rows) {
    for (const Index columns : many_columns) {
      const Eigen::MatrixXf around = single_matrix(random, rows + 3, columns);
      const Eigen::MatrixXf a = around.bottomRows(rows);
      const Eigen::VectorXf x = single_matrix(random, columns, 1);
      const Eigen::VectorXf y = single_matrix(random, rows, 1);
      const Eigen::VectorXf before = single_matrix(random, rows, 1);
      Eigen::VectorXf down = before;
      Eigen::VectorXf across = Eigen::VectorXf::Constant(columns, 7.0F);  // overwritten
      multiply_both_ways(around.data() + 3, static_cast<std::size_t>(rows + 3),
                         static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                         x.data(), y.data(), down.data(), across.data());
      EXPECT_LE((down - before - a * x).norm(), 1e-4F) << rows << " x " << columns;
      EXPECT_LE((across - a.transpose() * y).norm(), 1e-4F) << rows << " x " << columns;
    }
  }
}

TEST(SingleProducts, SumsAndProductsOfColumnsAreInDoublePrecision) {
  Random random(532);
  for (const Index rows : many_rows) {
    for (const Index count : many_columns) {
      const Eigen::MatrixXf a = single_matrix(random, rows, count);
      const std::vector<const float*> columns = columns_of(a);
      const Vector w = testing::normal_vector(random, count);
      const Vector u = testing::normal_vector(random, rows);
      const Vector before = testing::normal_vector(random, rows);
      Vector sum = before;
      add_columns(columns, w.data(), static_cast<std::size_t>(rows), sum.data());
      EXPECT_LE((sum - before - a.cast<double>() * w).norm(), 1e-13) << rows << " x " << count;
      Vector out = Vector::Constant(count, 7.0);
      dot_columns(columns, u.data(), static_cast<std::size_t>(rows), out.data());
      EXPECT_LE((out - a.cast<double>().transpose() * u).norm(), 1e-13) << rows << " x " << count;
    }
  }
}

}  // namespace
}  // namespace tkl::linalg
