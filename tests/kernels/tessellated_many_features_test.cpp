#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/options.hpp"
#include "support/random.hpp"
#include "support/tessellated_reference.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::ClosedFormKernel;
using testing::Random;

/// Largest |K_ij - truth_ij| / √(truth_ii truth_jj).
double largest_relative_error(const Tessellated& family, const Matrix& P, const Matrix& x) {
  const ClosedFormKernel reference(family.options());
  const Matrix K = family.gram(P, x, Threads(1));
  EXPECT_TRUE(K.allFinite());
  EXPECT_TRUE(K == K.transpose());
  Vector size(x.rows());
  double largest = 0.0;
  for (Index i = 0; i < x.rows(); ++i) {
    size(i) = static_cast<double>(std::sqrt(reference(P, x.row(i), x.row(i))));
    for (Index j = 0; j <= i; ++j) {
      const auto error = static_cast<double>(std::abs(K(i, j) - reference(P, x.row(i), x.row(j))));
      largest = std::max(largest, error / (size(i) * size(j)));
    }
  }
  return largest;
}

Matrix corners_and_random_points(Random& random, Index features) {
  Matrix x = testing::uniform_matrix(random, 5, features);
  x.row(0).setZero();
  x.row(1).setOnes();
  return x;
}

class TessellatedManyFeatures : public ::testing::TestWithParam<double> {};

TEST_P(TessellatedManyFeatures, KeepsItsAccuracyAtAnyParameter) {
  Random random(11);
  for (const Index n : {1, 10, 30, 100}) {
    SCOPED_TRACE(n);
    const Matrix x = corners_and_random_points(random, n);
    TessellatedOptions options = testing::tessellated(Box::around_unit_cube(n, GetParam()));
    const Index s = 2 * (n + 1);
    const Matrix P = testing::psd_matrix(random, s, s);
    EXPECT_LE(largest_relative_error(Tessellated(options), P, x), 1e-10);
    options.function_scale = unit_function_scale(options, x, {});
    EXPECT_TRUE(options.function_scale.allFinite());
    EXPECT_LE(largest_relative_error(Tessellated(options), P, x), 1e-10);
  }
}

TEST_P(TessellatedManyFeatures, KeepsTheRelativeAccuracyOfTinyVolumes) {
  Random random(12);
  for (const Index n : {10, 30, 100}) {
    SCOPED_TRACE(n);
    const Matrix x = corners_and_random_points(random, n);
    const Tessellated family(testing::tessellated(Box::around_unit_cube(n, GetParam())));
    const ClosedFormKernel reference(family.options());
    // Only the functions above x: k is Z(x)ᵀZ(y) times the volume above both.
    Matrix P = Matrix::Zero(2 * (n + 1), 2 * (n + 1));
    P.topLeftCorner(n + 1, n + 1).setIdentity();
    const Matrix K = family.gram(P, x, Threads(1));
    for (Index i = 0; i < x.rows(); ++i) {
      for (Index j = 0; j < x.rows(); ++j) {
        const auto truth = static_cast<double>(reference(P, x.row(i), x.row(j)));
        ASSERT_GT(truth, 0.0);
        ASSERT_NEAR(K(i, j) / truth, 1.0, 1e-10);
      }
    }
  }
}

TEST_P(TessellatedManyFeatures, FullBasisKeepsItsAccuracy) {
  Random random(13);
  for (const Index n : {6, 15}) {
    SCOPED_TRACE(n);
    const Matrix x = corners_and_random_points(random, n);
    TessellatedOptions options =
        testing::tessellated(Box::around_unit_cube(n, GetParam()), 1, Basis::full);
    const Index s = 2 * (2 * n + 1);
    const Matrix P = testing::psd_matrix(random, s, s);
    EXPECT_LE(largest_relative_error(Tessellated(options), P, x), 1e-10);
    options.function_scale = unit_function_scale(options, x, {});
    EXPECT_LE(largest_relative_error(Tessellated(options), P, x), 1e-10);
  }
}

INSTANTIATE_TEST_SUITE_P(Bounds, TessellatedManyFeatures,
                         ::testing::Values(0.01, 0.1, 0.5, 1.0, 10.0), [](const auto& bound) {
                           return "Hundredths" +
                                  std::to_string(static_cast<int>(100.0 * bound.param + 0.5));
                         });

TEST(TessellatedReference, QuadratureAndClosedFormAgree) {
  Random random(14);
  const TessellatedOptions options =
      testing::tessellated(Box::around_unit_cube(3, 0.4), 2, Basis::full);
  const testing::QuadratureKernel quadrature(options);
  const ClosedFormKernel closed_form(options);
  const Matrix P = testing::psd_matrix(random, quadrature.functions(), quadrature.functions());
  for (int trial = 0; trial < 5; ++trial) {
    const Vector x = testing::uniform_vector(random, 3, -0.6, 1.6);
    const Vector y = testing::uniform_vector(random, 3, -0.6, 1.6);
    const double truth = quadrature(P, x, y);
    const double size = std::sqrt(quadrature(P, x, x) * quadrature(P, y, y));
    EXPECT_NEAR(static_cast<double>(closed_form(P, x, y)), truth, 1e-12 * size);
  }
}

}  // namespace
}  // namespace tkl
