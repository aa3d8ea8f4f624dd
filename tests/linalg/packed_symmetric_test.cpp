#include "linalg/packed_symmetric.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(PackedSymmetric, HasTheEntriesAndProductsOfItsMatrix) {
  Random random(5);
  for (const Index size : {1, 2, 7, 64, 301}) {
    Matrix a = testing::normal_matrix(random, size, size);
    a = (a + a.transpose()).eval();
    Matrix lower = a;
    lower.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);  // must not be read
    const linalg::PackedSymmetric packed(lower);
    const Matrix rounded = a.cast<float>().cast<double>();
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) ASSERT_EQ(packed(i, j), rounded(i, j)) << i << ", " << j;
    }
    const Vector x = testing::normal_vector(random, size);
    EXPECT_LE((packed.times(x) - rounded * x).norm(), 1e-13 * rounded.norm() * x.norm());
  }
}

}  // namespace
}  // namespace tkl
