#include "tkl/kernel_list.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/kernel_family_laws.hpp"
#include "support/options.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::gaussian;
using testing::kernel_list;
using testing::matern;
using testing::polynomial;
using testing::Random;
using Kind = FixedKernel::Kind;

std::vector<FixedKernel> some_kernels() {
  return {gaussian(0.3), gaussian(2.0, 1, 0.5), polynomial(1), polynomial(3, 2, 0.25), matern(0.7)};
}

double by_hand(const FixedKernel& kernel, Vector x, Vector y) {
  if (kernel.feature) {
    x = Vector::Constant(1, x(*kernel.feature));
    y = Vector::Constant(1, y(*kernel.feature));
  }
  if (kernel.kind == Kind::polynomial) {
    return kernel.factor * std::pow(1.0 + x.dot(y), kernel.degree);
  }
  const double r = (x - y).norm() / kernel.width;
  if (kernel.kind == Kind::matern) {
    return kernel.factor * (1.0 + std::sqrt(3.0) * r) * std::exp(-std::sqrt(3.0) * r);
  }
  return kernel.factor * std::exp(-0.5 * r * r);
}

TEST(KernelList, IsTheWeightedSumOfItsKernels) {
  Random random(61);
  const KernelList family(kernel_list(3, some_kernels(), 1.3));
  ASSERT_EQ(family.feasible_set().size(), 5);
  const Matrix p = testing::feasible_matrix(random, family.feasible_set());
  const Matrix x = testing::uniform_matrix(random, 9, 3);
  const Matrix y = testing::uniform_matrix(random, 5, 3);
  const Matrix K = family.kernel(p, x, y, Threads(1));
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index j = 0; j < y.rows(); ++j) {
      double truth = 0.0;
      for (std::size_t k = 0; k < 5; ++k) {
        truth += 1.3 * p(static_cast<Index>(k), 0) * by_hand(some_kernels()[k], x.row(i), y.row(j));
      }
      EXPECT_NEAR(K(i, j), truth, 1e-14 * K.cwiseAbs().maxCoeff());
    }
  }
}

TEST(KernelList, ObeysTheLawsOfAKernelFamily) {
  Random random(62);
  testing::expect_kernel_family_laws(KernelList(kernel_list(3, some_kernels(), 0.4)),
                                     testing::uniform_matrix(random, 150, 3),
                                     testing::uniform_matrix(random, 70, 3, -1.0, 2.0), random);
}

TEST(KernelList, FeatureScalesStretchThePoints) {
  Random random(64);
  KernelListOptions options = kernel_list(3, some_kernels(), 0.4);
  options.feature_scale = testing::uniform_vector(random, 3, 0.1, 4.0);
  const KernelList family(options);
  const KernelList plain(kernel_list(3, some_kernels(), 0.4));
  const Matrix x = testing::uniform_matrix(random, 150, 3);
  const Matrix stretched = x * options.feature_scale.asDiagonal();
  const Matrix p = testing::feasible_matrix(random, family.feasible_set());
  EXPECT_EQ(family.gram(p, x, Threads(1)), plain.gram(p, stretched, Threads(1)));
  testing::expect_kernel_family_laws(family, x, testing::uniform_matrix(random, 70, 3), random);
}

TEST(KernelList, NearPointsKeepTheirDistance) {
  // From |x|² + |y|² - 2x·y the distance 1e-9 of points of size 1 would be lost to rounding.
  Matrix x(1, 2);
  x << 1.0, 1.0;
  Matrix y(1, 2);
  y << 1.0, 1.0 + 1e-9;
  const KernelList family(kernel_list(2, {gaussian(1e-9)}));
  const double distance = y(0, 1) - 1.0;
  EXPECT_NEAR(family.kernel(Matrix::Ones(1, 1), x, y, Threads(1))(0, 0),
              std::exp(-0.5 * distance * distance / 1e-18), 1e-12);
}

TEST(KernelList, NormalisedKernelsHaveUnitMeanDiagonal) {
  Random random(63);
  const Matrix x = testing::uniform_matrix(random, 30, 3);
  const KernelList family = KernelList::normalised(kernel_list(3, some_kernels()), x);
  for (Index k = 0; k < 5; ++k) {
    EXPECT_NEAR(family.diagonal(Matrix::Identity(5, 5).col(k), x).mean(), 1.0, 1e-14);
  }
}

TEST(KernelList, WeightsOfANormalisedListAreRepeatedRows) {
  Random random(64);
  const Matrix x = testing::uniform_matrix(random, 5, 3);
  const Vector weights = (Vector(5) << 2.0, 0.0, 1.0, 1.0, 3.0).finished();
  const std::vector<Index> repeated{0, 0, 2, 3, 4, 4, 4};
  const auto options = kernel_list(3, some_kernels());
  const KernelList weighted = KernelList::normalised(options, x, weights);
  const KernelList longer = KernelList::normalised(options, x(repeated, Eigen::all), {});
  for (std::size_t k = 0; k < 5; ++k) {
    const double expected = longer.options().kernels[k].factor;
    EXPECT_NEAR(weighted.options().kernels[k].factor, expected, 1e-14 * expected);
  }
}

TEST(KernelList, RefusesOptionsItCannotServe) {
  const auto error_for = [](const std::vector<FixedKernel>& kernels) {
    return error_of([&] { const KernelList family(kernel_list(3, kernels)); });
  };
  EXPECT_TRUE(contains(error_for({}), "empty"));
  for (const double width : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_TRUE(contains(error_for({gaussian(width)}), "width"));
  }
  for (const int degree : {0, -1, 51}) {
    EXPECT_TRUE(contains(error_for({polynomial(degree)}), "degree"));
  }
  EXPECT_TRUE(contains(error_for({gaussian(1.0, 3)}), "feature 4, but the data have 3"));
  EXPECT_TRUE(contains(error_for({gaussian(1.0, -1)}), "feature 0"));
  EXPECT_TRUE(contains(error_of([] { const KernelList family(kernel_list(0, {gaussian(1.0)})); }),
                       "feature"));
}

TEST(ParseKernelList, UnderstandsBothKindsAndFeatures) {
  const std::vector<FixedKernel> expected{gaussian(0.5), polynomial(2), gaussian(1e-3, 2),
                                          polynomial(50, 0)};
  EXPECT_EQ(parse_kernel_list("gaussian:0.5,polynomial:2,gaussian:1e-3@3,polynomial:50@1"),
            expected);
}

TEST(ParseKernelList, ReadsBackWhatToStringWrites) {
  for (FixedKernel kernel : some_kernels()) {
    kernel.factor = 1.0;
    EXPECT_EQ(parse_kernel_list(to_string(kernel)), std::vector{kernel});
  }
  EXPECT_EQ(to_string(gaussian(0.1, 2)), "gaussian:0.1@3");
}

TEST(ParseKernelList, RefusesWhatIsNoKernelAndSaysWhich) {
  for (const std::string text : {"",
                                 ",",
                                 "gaussian",
                                 "gaussian:",
                                 "gaussian:x",
                                 "gaussian:0.5,",
                                 ",gaussian:1",
                                 "gaussian: 1",
                                 "gauss:1",
                                 ":1",
                                 "gaussian:0",
                                 "gaussian:-1",
                                 "polynomial:0",
                                 "polynomial:1.5",
                                 "polynomial:-1",
                                 "polynomial:51",
                                 "polynomial:1e300",
                                 "gaussian:1@",
                                 "gaussian:1@0",
                                 "gaussian:1@-1",
                                 "gaussian:1@1.5",
                                 "gaussian:1@x",
                                 "gaussian@1:2",
                                 "gaussian:nan",
                                 "gaussian:inf",
                                 "gaussian:1@1e12",
                                 "gaussian:1:2",
                                 "gaussian:1@2@3",
                                 "Gaussian:1"}) {
    EXPECT_TRUE(contains(error_of([&] { parse_kernel_list(text); }), "write for example")) << text;
  }
  EXPECT_TRUE(contains(error_of([] { parse_kernel_list("gaussian:1,sigmoid:2"); }),
                       "\"sigmoid:2\": unknown kind \"sigmoid\""));
}

}  // namespace
}  // namespace tkl
