#include "tkl/scaling.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "data/random.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

TEST(FeatureScaler, MapsEachRangeToTheUnitInterval) {
  Matrix points(3, 2);
  points << -1, 10, 0, 30, 3, 20;
  const FeatureScaler scaler(points);
  Matrix expected(3, 2);
  expected << 0, 0, 0.25, 1, 1, 0.5;
  EXPECT_EQ(scaler.transform(points), expected);
  EXPECT_EQ(scaler.minimum(), Vector({{-1, 10}}));
  EXPECT_EQ(scaler.maximum(), Vector({{3, 30}}));
  EXPECT_EQ(scaler.transform(Matrix({{7.0, 0.0}})), Matrix({{2.0, -0.5}}));
}

TEST(FeatureScaler, EndsAreExactForAnyRange) {
  internal::Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const Matrix points = Vector({{random.uniform(0.0, 100.0), random.uniform(100.0, 1e4)}});
    EXPECT_EQ(FeatureScaler(points).transform(points), Matrix(Vector({{0, 1}})));
  }
  const double tiny = std::numeric_limits<double>::denorm_min();
  const Matrix points = Vector({{0.0, tiny}});
  EXPECT_EQ(FeatureScaler(points).transform(points), Matrix(Vector({{0, 1}})));
}

TEST(FeatureScaler, AConstantFeatureIsZeroEverywhere) {
  const FeatureScaler scaler(Matrix(Vector::Constant(3, 5.0)));
  EXPECT_EQ(scaler.transform(Matrix(Vector({{5, 6, -1e9}}))), Matrix(Vector::Zero(3)));
}

TEST(FeatureScaler, ReadBackTransformsBitForBitTheSame) {
  internal::Random random(4);
  Matrix points(50, 3);
  for (double& value : points.reshaped()) value = random.normal();
  const FeatureScaler scaler(points);
  const FeatureScaler again(scaler.minimum(), scaler.maximum(), scaler.curvature());
  EXPECT_EQ(again.transform(points), scaler.transform(points));
}

TEST(FeatureScaler, AWarpBringsTheMedianToTheMiddleAndKeepsTheEnds) {
  Matrix points(5, 3);  // crowded below, crowded above, even
  points.col(0) << 1, 10, 100, 1000, 10000;
  points.col(1) << 0, -1, -2, -3, -100;
  points.col(2) << 0, 1, 2, 3, 4;
  const FeatureScaler scaler(points, {}, true);
  const Matrix x = scaler.transform(points);
  EXPECT_GT(scaler.curvature()(0), 0.0);
  EXPECT_LT(scaler.curvature()(1), 0.0);
  EXPECT_EQ(scaler.curvature()(2), 0.0);
  EXPECT_EQ(x.col(2), Vector({{0, 0.25, 0.5, 0.75, 1}}));
  for (const Index j : {0, 1}) {
    EXPECT_EQ(x.col(j).minCoeff(), 0.0);
    EXPECT_EQ(x.col(j).maxCoeff(), 1.0);
  }
  // 1% and 2% from the end: the first is as far as a warp goes, the second within.
  EXPECT_NEAR(x(2, 0), 0.5, 5e-3);
  EXPECT_NEAR(x(2, 1), 0.5, 1e-12);
  for (Index i = 1; i < 5; ++i) {
    EXPECT_GT(x(i, 0), x(i - 1, 0));
    EXPECT_LT(x(i, 1), x(i - 1, 1));
  }
}

TEST(FeatureScaler, AWarpIsMonotoneAndContinuousBeyondTheRange) {
  const Matrix points = Vector({{0, 1, 2, 100}});
  const FeatureScaler scaler(points, {}, true);
  const Matrix grid = Vector::LinSpaced(4001, -100.0, 300.0);
  const Vector x = scaler.transform(grid).col(0);
  for (Index i = 1; i < x.size(); ++i) {
    EXPECT_GT(x(i), x(i - 1));
    EXPECT_LT(x(i) - x(i - 1), 0.2);
  }
  EXPECT_EQ(scaler.transform(0, Vector({{0.0, 100.0}})), Vector({{0.0, 1.0}}));
}

TEST(FeatureScaler, AWeightIsAsGoodAsRepeatedRows) {
  const Matrix once = Vector({{0, 1, 5, 50, 90}});
  const Vector weights({{1, 3, 1, 1, 2}});
  const Matrix repeated = Vector({{0, 1, 1, 1, 5, 50, 90, 90}});
  EXPECT_EQ(FeatureScaler(once, weights, true).curvature(),
            FeatureScaler(repeated, {}, true).curvature());
  EXPECT_NE(FeatureScaler(once, {}, true).curvature(),
            FeatureScaler(repeated, {}, true).curvature());
}

TEST(FeatureScaler, CodesAddACoordinateForEachLevel) {
  const Matrix points{{10.0, 3.0}, {20.0, 5.0}, {30.0, 3.0}, {40.0, 8.0}};
  const FeatureScaler scaler(points, {}, false, {{1, Vector{{3.0, 5.0, 8.0}}}});
  EXPECT_EQ(scaler.features(), 2);
  EXPECT_EQ(scaler.coordinates(), 5);
  EXPECT_EQ(scaler.coordinates_of(0), std::vector<Index>({0}));
  EXPECT_EQ(scaler.coordinates_of(1), std::vector<Index>({1, 2, 3, 4}));
  constexpr double h = 1.0 / 6.0;
  const Matrix expected{{0.0, 0.0, h, 0.0, 0.0},
                        {1.0 / 3.0, 0.4, 0.0, h, 0.0},
                        {2.0 / 3.0, 0.0, h, 0.0, 0.0},
                        {1.0, 1.0, 0.0, 0.0, h}};
  EXPECT_TRUE(scaler.transform(points).isApprox(expected, 1e-15));
}

TEST(FeatureScaler, AnUnknownCodeIsLikeNoneOfThemYetHasASize) {
  const Matrix points(Vector{{0.0, 1.0, 2.0, 4.0}});
  const FeatureScaler scaler(points, {}, false, {{0, Vector{{0.0, 1.0, 2.0, 4.0}}}});
  const Matrix unknown(Vector{{3.0, 0.5}});
  EXPECT_EQ(scaler.transform(unknown), Matrix({{0.75, 0, 0, 0, 0}, {0.125, 0, 0, 0, 0}}));
}

TEST(FeatureScaler, RefusesCodesThatMeanNothing) {
  const Matrix points({{0.0, 1.0}, {1.0, 0.0}});
  const auto refuses = [&](std::vector<Code> codes) {
    return contains(error_of([&] { FeatureScaler(points, {}, false, std::move(codes)); }), "codes");
  };
  EXPECT_TRUE(refuses({{2, Vector{{0.0, 1.0}}}}));
  EXPECT_TRUE(refuses({{-1, Vector{{0.0, 1.0}}}}));
  EXPECT_TRUE(refuses({{0, Vector{{1.0, 0.0}}}}));
  EXPECT_TRUE(refuses({{0, Vector{{0.0, 0.0}}}}));
  EXPECT_TRUE(refuses({{0, Vector()}}));
  EXPECT_TRUE(refuses({{0, Vector{{0.0, std::nan("")}}}}));
  EXPECT_TRUE(refuses({{0, Vector{{0.0, 1.0}}}, {0, Vector{{0.0, 1.0}}}}));
  const std::vector<Code> good = {{0, Vector{{0.0, 1.0}}}, {1, Vector{{0.0, 1.0}}}};
  EXPECT_EQ(FeatureScaler(points, {}, false, good).codes(), good);
}

TEST(FeatureScaler, RefusesWhatHasNoRange) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_TRUE(contains(error_of([&] {
                         FeatureScaler(Matrix({{0.0, -huge}, {1.0, huge}}));
                       }),
                       "the range of feature 2 is not a finite number"));
  EXPECT_TRUE(contains(error_of([] { FeatureScaler(Matrix(0, 2)); }), "no rows"));
  EXPECT_TRUE(contains(error_of([] {
                         FeatureScaler(Matrix({{1.0}, {std::nan("")}, {2.0}}));
                       }),
                       "must be finite"));
  EXPECT_TRUE(
      contains(error_of([] { FeatureScaler(Vector::Zero(2), Vector::Zero(3), Vector::Zero(2)); }),
               "as many minima as maxima"));
  EXPECT_TRUE(
      contains(error_of([] { FeatureScaler(Vector::Ones(1), Vector::Zero(1), Vector::Zero(1)); }),
               "the range of feature 1"));
  EXPECT_TRUE(contains(
      error_of([] {
        FeatureScaler(Vector::Zero(2), Vector::Ones(2), Vector::Zero(2)).transform(Matrix(1, 3));
      }),
      "found points of 3 features, expected 2"));
}

TEST(TargetScaler, GivesMeanZeroAndDeviationOne) {
  const Vector target({{1, 2, 3, 6}});
  const TargetScaler scaler(target, {});
  EXPECT_DOUBLE_EQ(scaler.mean(), 3.0);
  EXPECT_DOUBLE_EQ(scaler.scale(), std::sqrt(3.5));
  const Vector scaled = scaler.transform(target);
  EXPECT_NEAR(scaled.mean(), 0.0, 1e-15);
  EXPECT_NEAR(scaled.squaredNorm() / 4.0, 1.0, 1e-14);
  EXPECT_TRUE(scaler.inverse(scaled).isApprox(target, 1e-14));
}

TEST(TargetScaler, AWeightIsARepeatedRow) {
  internal::Random random(5);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Vector target(6);
    for (double& value : target) value = random.uniform(-10.0, 10.0);
    const Vector weights({{1, 3, 0, 2, 1, 0}});
    const Vector repeated(
        {{target(0), target(1), target(1), target(1), target(3), target(3), target(4)}});
    const TargetScaler weighted(target, weights);
    const TargetScaler plain(repeated, {});
    EXPECT_NEAR(weighted.mean(), plain.mean(), 1e-13);
    EXPECT_NEAR(weighted.scale(), plain.scale(), 1e-13);
    const TargetScaler doubled(target, 2.0 * weights);
    EXPECT_NEAR(doubled.scale(), weighted.scale(), 1e-13);
  }
}

TEST(TargetScaler, AConstantTargetKeepsTheScale) {
  EXPECT_EQ(TargetScaler(Vector::Constant(10, 0.1), {}).scale(), 1.0);
  // The only other value has no weight.
  const TargetScaler scaler(Vector({{0.1, 7.0, 0.1, 0.1}}), Vector({{1, 0, 1, 1}}));
  EXPECT_EQ(scaler.scale(), 1.0);
  EXPECT_NEAR(scaler.mean(), 0.1, 1e-16);
}

TEST(TargetScaler, SquaresNeitherOverflowNorUnderflow) {
  for (const double unit : {1e200, 1e-200}) {
    const TargetScaler scaler(unit * Vector({{1, 2, 3, 6}}), {});
    EXPECT_NEAR(scaler.scale() / unit, std::sqrt(3.5), 1e-14) << unit;
  }
}

TEST(TargetScaler, DefaultsToTheIdentity) {
  const Vector target({{1, -2}});
  EXPECT_EQ(TargetScaler().transform(target), target);
  EXPECT_EQ(TargetScaler().inverse(target), target);
}

TEST(TargetScaler, ComesBackFromItsValues) {
  const TargetScaler scaler = TargetScaler::from_values(3.0, 2.0);
  EXPECT_EQ(scaler.transform(Vector({{7, 3}})), Vector({{2, 0}}));
  EXPECT_EQ(scaler.inverse(Vector({{2, 0}})), Vector({{7, 3}}));
}

TEST(TargetScaler, RefusesWhatCannotBeScaled) {
  const double huge = std::numeric_limits<double>::max();
  EXPECT_TRUE(contains(error_of([&] {
                         TargetScaler(Vector({{huge, huge}}), {});
                       }),
                       "beyond double precision"));
  EXPECT_TRUE(contains(error_of([] {
                         TargetScaler(Vector({{1, 2}}), Vector({{1}}));
                       }),
                       "found 1 weights for 2 targets"));
  EXPECT_TRUE(contains(error_of([] {
                         TargetScaler(Vector({{1, 2}}), Vector({{0, 0}}));
                       }),
                       "one must be positive"));
  EXPECT_TRUE(contains(error_of([] {
                         TargetScaler(Vector({{1, 2}}), Vector({{2, -1}}));
                       }),
                       "must not be negative"));
  EXPECT_TRUE(contains(error_of([] { TargetScaler(Vector(), {}); }), "one must be positive"));
  EXPECT_TRUE(contains(error_of([] { TargetScaler::from_values(0.0, 0.0); }), "positive"));
  EXPECT_TRUE(contains(error_of([] { TargetScaler::from_values(std::nan(""), 1.0); }), "finite"));
}

}  // namespace
}  // namespace tkl
