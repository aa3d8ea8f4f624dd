#include "tkl/kernel_family.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "support/options.hpp"
#include "support/random.hpp"
#include "tkl/kernel_list.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(CentredMeanDiagonal, IsTheTraceOfTheCentredGramMatrix) {
  Random random(71);
  const Index m = 80;
  const Matrix x = testing::uniform_matrix(random, m, 2);
  const Tessellated tessellated(
      testing::tessellated(Box::around_unit_cube(2, 3.0), 1, Basis::full));
  const Polynomial polynomial({.features = 2, .degree = 2});
  const KernelList list(testing::kernel_list(2, {testing::gaussian(0.5), testing::gaussian(2.0)}));
  for (const KernelFamily* family :
       std::vector<const KernelFamily*>{&tessellated, &polynomial, &list}) {
    const Matrix P = testing::feasible_matrix(random, family->feasible_set());
    const Matrix K = family->gram(P, x, Threads(1));
    const Matrix H = Matrix::Identity(m, m) - Matrix::Constant(m, m, 1.0 / m);
    EXPECT_NEAR(centred_mean_diagonal(*family, P, x, {}, Threads(1)), (H * K * H).trace() / m,
                1e-12 * K.trace() / m);
  }
}

TEST(CentredMeanDiagonal, WeightsAreRepeatedRows) {
  Random random(72);
  const Matrix x = testing::uniform_matrix(random, 5, 2);
  const Vector weights = (Vector(5) << 2.0, 1.0, 0.0, 1.0, 3.0).finished();
  const std::vector<Index> repeated{0, 0, 1, 3, 4, 4, 4};
  const Tessellated family(testing::tessellated(Box::around_unit_cube(2, 0.5)));
  const Matrix P = testing::feasible_matrix(random, family.feasible_set());
  const double expected = centred_mean_diagonal(family, P, x(repeated, Eigen::all), {}, Threads(1));
  EXPECT_NEAR(centred_mean_diagonal(family, P, x, weights, Threads(1)), expected, 1e-13 * expected);
}

}  // namespace
}  // namespace tkl
