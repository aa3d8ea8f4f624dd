#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/options.hpp"
#include "support/random.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;
using testing::tessellated;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string error_for(const TessellatedOptions& options) {
  return error_of([&] { const Tessellated family(options); });
}

TEST(UnitFunctionScale, GivesEveryFunctionUnitMeanSquare) {
  Random random(21);
  const Matrix x = testing::uniform_matrix(random, 40, 3);
  const Vector weights = testing::uniform_vector(random, 40, 0.0, 3.0);
  for (const Basis basis : {Basis::x, Basis::full}) {
    TessellatedOptions options = tessellated(Box::around_unit_cube(3, 0.7), 2, basis);
    options.function_scale = unit_function_scale(options, x, weights);
    const Tessellated family(options);
    const Index s = family.feasible_set().size();
    ASSERT_EQ(options.function_scale.size(), s);
    for (Index j = 0; j < s; ++j) {
      Matrix E = Matrix::Zero(s, s);
      E(j, j) = 1.0;
      EXPECT_NEAR(weights.dot(family.diagonal(E, x)) / weights.sum(), 1.0, 1e-12) << j;
    }
  }
}

TEST(UnitFunctionScale, IgnoresScalesAlreadyThere) {
  Random random(22);
  const Matrix x = testing::uniform_matrix(random, 10, 2);
  TessellatedOptions options = tessellated(Box::around_unit_cube(2, 0.7));
  const Vector plain = unit_function_scale(options, x, {});
  options.function_scale = testing::uniform_vector(random, plain.size(), 0.5, 2.0);
  EXPECT_EQ(unit_function_scale(options, x, {}), plain);
}

TEST(UnitFunctionScale, WeightsAreRepeatedRows) {
  Random random(23);
  const Matrix x = testing::uniform_matrix(random, 6, 2);
  const Vector weights = (Vector(6) << 1.0, 2.0, 0.0, 3.0, 1.0, 1.0).finished();
  const std::vector<Index> repeated{0, 1, 1, 3, 3, 3, 4, 5};
  const TessellatedOptions options = tessellated(Box::around_unit_cube(2, 0.3), 1, Basis::full);
  const Vector weighted = unit_function_scale(options, x, weights);
  const Vector expected = unit_function_scale(options, x(repeated, Eigen::all), {});
  EXPECT_LE((weighted - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.maxCoeff());
  EXPECT_GT((expected - unit_function_scale(options, x, {})).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(UnitFunctionScale, LeavesAFunctionThatVanishesOnTheDataAlone) {
  Matrix x(2, 2);
  x << 0.0, 0.5, 0.0, 0.25;  // the monomial of the first feature is zero everywhere
  const Vector scale = unit_function_scale(tessellated(Box::around_unit_cube(2, 0.5)), x, {});
  EXPECT_TRUE(scale.allFinite());
  EXPECT_EQ(scale(1), 1.0);
  EXPECT_EQ(scale(4), 1.0);
}

TEST(TessellatedOptions, BoxMustBeFiniteAndNotEmpty) {
  TessellatedOptions options = tessellated(Box::around_unit_cube(3, 0.5));
  for (const double upper : {-0.5, -2.0, infinity, nan}) {
    options.box.upper(1) = upper;
    EXPECT_TRUE(contains(error_for(options), "feature 2"));
  }
  EXPECT_TRUE(contains(error_for(tessellated({Vector::Zero(2), Vector::Ones(3)})), "2 and 3"));
  EXPECT_TRUE(contains(error_for({}), "one lower and one upper"));
}

TEST(TessellatedOptions, BoundMustBePositiveAndFinite) {
  for (const double bound : {0.0, -1.0, infinity, nan}) {
    EXPECT_TRUE(contains(error_of([&] { Box::around_unit_cube(2, bound); }), "bound"));
  }
  const Box box = Box::around_unit_cube(2, 0.25);
  EXPECT_EQ(box.lower, Vector::Constant(2, -0.25));
  EXPECT_EQ(box.upper, Vector::Constant(2, 1.25));
}

TEST(TessellatedOptions, DegreeScaleAndTauHaveTheirRanges) {
  TessellatedOptions options = tessellated(Box::around_unit_cube(2, 0.5), -1);
  EXPECT_TRUE(contains(error_for(options), "degree must not be negative; got -1"));
  options.degree = 1;
  for (const double scale : {0.0, -1.0, infinity, nan}) {
    options.scale = scale;
    EXPECT_TRUE(contains(error_for(options), "scale"));
  }
  options.scale = 1.0;
  for (const double tau : {-0.1, 1.1, nan}) {
    options.tau = tau;
    EXPECT_TRUE(contains(error_for(options), "tau"));
  }
}

TEST(TessellatedOptions, BasisHasALimit) {
  EXPECT_TRUE(contains(error_for(tessellated(Box::around_unit_cube(200, 0.5), 2)),
                       "choose a lower degree"));
  EXPECT_TRUE(contains(error_for(tessellated(Box::around_unit_cube(60, 0.5), 2, Basis::full)),
                       "or the x basis"));
  // A count beyond any integer type is refused as well, not wrapped around.
  EXPECT_TRUE(contains(error_for(tessellated(Box::around_unit_cube(1000, 0.5), 1000)),
                       "choose a lower degree"));
}

TEST(TessellatedOptions, FunctionScalesMustBePositiveAndOneForEachFunction) {
  TessellatedOptions options = tessellated(Box::around_unit_cube(2, 0.5));
  options.function_scale = Vector::Ones(5);
  EXPECT_TRUE(contains(error_for(options), "6 positive function scales; got 5"));
  for (const double bad : {0.0, -1.0, infinity, nan}) {
    options.function_scale = Vector::Ones(6);
    options.function_scale(3) = bad;
    EXPECT_TRUE(contains(error_for(options), "positive function scales"));
  }
}

}  // namespace
}  // namespace tkl
