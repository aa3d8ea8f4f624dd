#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/kernel_family_laws.hpp"
#include "support/options.hpp"
#include "support/random.hpp"
#include "support/tessellated_reference.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::QuadratureKernel;
using testing::Random;

TessellatedOptions reflected(Box box, int degree) {
  TessellatedOptions options = testing::tessellated(std::move(box), degree);
  options.reflected = true;
  return options;
}

Vector mirrored(Vector x, const Box& box, unsigned features) {
  for (Index l = 0; l < x.size(); ++l) {
    if ((features >> l) & 1U) x(l) = box.lower(l) + box.upper(l) - x(l);
  }
  return x;
}

/// The definition: the mean over all mirrorings of the integral over corners, for every pair of
/// monomials of the points as they are.
double by_quadrature(const TessellatedOptions& options, const Matrix& P, const Vector& x,
                     const Vector& y) {
  const QuadratureKernel corners(testing::tessellated(options.box, 0));
  const auto functions = testing::basis_functions(x.size(), options.degree, Basis::x);
  const auto q = static_cast<Index>(functions.size());
  const unsigned mirrorings = 1U << x.size();
  const Matrix scaled = testing::scaled_parameter(options, P);
  double sum = 0.0;
  for (Index i = 0; i < q; ++i) {
    for (Index j = 0; j < q; ++j) {
      Matrix block(2, 2);
      block << scaled(i, j), scaled(i, q + j), scaled(q + i, j), scaled(q + i, q + j);
      double mean = 0.0;
      for (unsigned mirroring = 0; mirroring < mirrorings; ++mirroring) {
        mean += corners(block, mirrored(x, options.box, mirroring),
                        mirrored(y, options.box, mirroring)) /
                mirrorings;
      }
      sum += mean * testing::monomial(functions[static_cast<std::size_t>(i)].of_x, x) *
             testing::monomial(functions[static_cast<std::size_t>(j)].of_x, y);
    }
  }
  return sum;
}

TEST(Reflected, IsTheMeanOverAllMirroringsOfTheBox) {
  Random random(71);
  for (const Index n : {1, 2, 3}) {
    for (const int d : {0, 1, 2}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", d = " + std::to_string(d));
      TessellatedOptions options = reflected(Box{testing::uniform_vector(random, n, -1.5, -0.05),
                                                 testing::uniform_vector(random, n, 1.05, 2.5)},
                                             d);
      const Index s = Tessellated(options).feasible_set().size();
      options.function_scale = testing::uniform_vector(random, s, 0.3, 3.0);
      options.scale = 0.7;
      const Tessellated family(options);
      const Matrix P = testing::psd_matrix(random, s, s);
      const Matrix x = testing::uniform_matrix(random, 5, n, -2.0, 3.0);  // outside the box, too
      const Matrix K = family.gram(P, x, Threads(1));
      const double size = K.cwiseAbs().maxCoeff();
      for (Index i = 0; i < x.rows(); ++i) {
        for (Index j = 0; j <= i; ++j) {
          ASSERT_NEAR(K(i, j), by_quadrature(options, P, x.row(i), x.row(j)), 1e-12 * size);
        }
      }
    }
  }
}

TEST(Reflected, ObeysTheLawsOfAKernelFamily) {
  Random random(72);
  for (const auto& [n, d] : {std::pair<Index, int>{1, 2}, {3, 1}, {5, 0}, {4, 2}}) {
    SCOPED_TRACE("n = " + std::to_string(n) + ", d = " + std::to_string(d));
    TessellatedOptions options = reflected(Box::around_unit_cube(n, 0.3), d);
    const Index s = Tessellated(options).feasible_set().size();
    options.function_scale = testing::uniform_vector(random, s, 0.3, 3.0);
    testing::expect_kernel_family_laws(Tessellated(options),
                                       testing::uniform_matrix(random, 140, n),
                                       testing::uniform_matrix(random, 70, n, -0.5, 1.5), random);
  }
}

TEST(Reflected, MirroringAFeatureChangesNothingAtDegreeZero) {
  Random random(73);
  const Tessellated family(reflected(Box::around_unit_cube(3, 0.4), 0));
  const Matrix x = testing::uniform_matrix(random, 20, 3);
  Matrix mirror = x;
  mirror.col(1) = 1.0 - x.col(1).array();
  const Matrix P = testing::feasible_matrix(random, family.feasible_set());
  EXPECT_LT(testing::largest_difference(family.gram(P, x, Threads(1)),
                                        family.gram(P, mirror, Threads(1))),
            1e-14);
}

TEST(Reflected, AHundredFeaturesStayWithinSinglePrecision) {
  Random random(74);
  const Index n = 140;
  TessellatedOptions options = reflected(Box::around_unit_cube(n, 2.0), 1);
  const Matrix x = testing::uniform_matrix(random, 40, n);
  options.function_scale = unit_function_scale(options, x, {});
  const Tessellated family(options);
  const Matrix P = family.feasible_set().start();
  const Matrix K = family.gram(P, x, Threads(1));
  EXPECT_GT(K.diagonal().minCoeff(), 1.0);
  EXPECT_LT((K - family.gram_single(P, x, Threads(1)).cast<double>()).cwiseAbs().maxCoeff(),
            1e-4 * K.cwiseAbs().maxCoeff());
  // The corners count: without them all of the kernel would be a polynomial of the points.
  const Matrix off = K - Matrix(K.diagonal().asDiagonal());
  EXPECT_LT(off.cwiseAbs().maxCoeff(), 0.99 * K.diagonal().minCoeff());
}

TEST(Reflected, RefusesTheFullBasis) {
  TessellatedOptions options = reflected(Box::around_unit_cube(2, 0.4), 1);
  options.basis = Basis::full;
  EXPECT_TRUE(testing::contains(testing::error_of([&] { Tessellated{options}; }), "x basis"));
}

}  // namespace
}  // namespace tkl
