#include "svm/factor_preconditioner.hpp"

#include <algorithm>
#include <vector>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

std::vector<Index> rows_without(Index size, const std::vector<Index>& missing) {
  std::vector<Index> rows;
  for (Index i = 0; i < size; ++i) {
    if (std::find(missing.begin(), missing.end(), i) == missing.end()) rows.push_back(i);
  }
  return rows;
}

// Iterations would forgive a wrong factor: here it has to be the inverse by itself.
TEST(FactorPreconditioner, IsTheInverseHoweverRowsComeAndGo) {
  Random random(551);
  constexpr Index size = 100;
  const Matrix whole = testing::psd_matrix(random, size, size) + Matrix::Identity(size, size);
  const DenseKernel kernel(whole, Threads(2));
  const Matrix K = kernel.block(rows_without(size, {}));
  FactorPreconditioner factor(kernel);
  // Some rows stay added or dropped from one change to the next, others come or return.
  for (const std::vector<Index>& missing : std::vector<std::vector<Index>>{
           {5, 40, 70}, {5, 8, 41, 99}, {8, 40, 41, 50, 98}, {0, 8, 50, 70}, {5, 40, 70}}) {
    const std::vector<Index> rows = rows_without(size, missing);
    ASSERT_TRUE(factor.prepare(rows, 0.0));
    const Vector r = testing::normal_vector(random, std::ssize(rows));
    const Vector truth = K(rows, rows).llt().solve(r);
    EXPECT_LE((factor.apply(r) - truth).norm(), 1e-4 * truth.norm()) << missing.front();
  }
}

}  // namespace
}  // namespace tkl
