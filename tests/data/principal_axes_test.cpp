#include "data/principal_axes.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "data/random.hpp"
#include "tkl/scaling.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

/// Two features that go together, and a third that does not.
Matrix shells(Index rows, std::uint64_t seed = 1) {
  internal::Random random(seed);
  Matrix points(rows, 3);
  for (Index i = 0; i < rows; ++i) {
    const double size = random.normal();
    points.row(i) << 10.0 + 2.0 * size + 0.2 * random.normal(), size + 0.1 * random.normal(),
        random.normal();
  }
  return points;
}

Matrix along_axes(const Matrix& points, const Vector& weights = {}) {
  return FeatureScaler(points).along_principal_axes(points, weights).transform(points);
}

double correlation(const Vector& a, const Vector& b) {
  const Vector x = a.array() - a.mean();
  const Vector y = b.array() - b.mean();
  return x.dot(y) / (x.norm() * y.norm());
}

TEST(PrincipalAxes, AreUncorrelatedAndFromZeroToOne) {
  const Matrix z = along_axes(shells(500));
  for (Index k = 0; k < 3; ++k) {
    EXPECT_NEAR(z.col(k).minCoeff(), 0.0, 1e-12);
    EXPECT_NEAR(z.col(k).maxCoeff(), 1.0, 1e-12);
    for (Index l = 0; l < k; ++l) EXPECT_NEAR(correlation(z.col(k), z.col(l)), 0.0, 1e-10);
  }
}

/// The eigenvectors of [1 r; r 1] are the sum and the difference, whatever r > 0 is.
TEST(PrincipalAxes, OfTwoFeaturesAreTheirSumAndTheirDifference) {
  const Matrix points = shells(300).leftCols(2);
  const Matrix z = along_axes(points);
  const auto standardised = [](const Vector& x) {
    const Vector centred = x.array() - x.mean();
    return Vector(centred / centred.norm());
  };
  const Vector a = standardised(points.col(0));
  const Vector b = standardised(points.col(1));
  EXPECT_NEAR(correlation(z.col(0), a + b), 1.0, 1e-10);
  EXPECT_NEAR(correlation(z.col(1), a - b), 1.0, 1e-6);
}

TEST(PrincipalAxes, NothingIsLost) {
  const Matrix points = shells(200);
  const FeatureScaler plain(points);
  const FeatureScaler scaler = plain.along_principal_axes(points, {});
  const Matrix z = scaler.transform(points);
  const Matrix mixing = scaler.turn().topRows(3);
  const Matrix back = (z.rowwise() - scaler.turn().row(3)) * mixing.inverse();
  EXPECT_LE((back - plain.transform(points)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(PrincipalAxes, WhatIsDeterminedByOthersOrConstantHasNoAxis) {
  Matrix points(100, 5);
  points.leftCols(3) = shells(100);
  points.col(3) = 100.0 - points.col(0).array() - points.col(2).array();
  points.col(4).setConstant(7.0);
  const Matrix z = along_axes(points);
  EXPECT_TRUE(z.allFinite());
  EXPECT_EQ(z.rightCols(2), Matrix::Zero(100, 2));
  EXPECT_NEAR(z.col(2).maxCoeff(), 1.0, 1e-12);
  // Not even a point that breaks the rule brings it back.
  const FeatureScaler scaler = FeatureScaler(points).along_principal_axes(points, {});
  EXPECT_EQ(scaler.transform(Matrix{{10.0, 0.0, 0.0, 0.0, 9.0}}).rightCols(2), Matrix::Zero(1, 2));
  const Matrix one_row = points.topRows(1);
  EXPECT_EQ(along_axes(one_row), Matrix::Zero(1, 5));
}

/// Percentages of one decimal that add up to a hundred, but for what each was rounded by.
TEST(PrincipalAxes, RoundedDigitsHaveNoAxis) {
  internal::Random random(4);
  Matrix points(200, 3);
  for (Index i = 0; i < 200; ++i) {
    const double a = 60.0 * random.uniform();
    const double b = 40.0 * random.uniform();
    points.row(i) << a, b, 100.0 - a - b;
  }
  const Matrix exact = points;
  points = (10.0 * points).array().round() / 10.0;
  ASSERT_GT((points.rowwise().sum().array() - 100.0).abs().maxCoeff(), 0.05);
  EXPECT_EQ(along_axes(points).col(2), Vector::Zero(200));

  // What is as small, but more than rounding, is kept.
  Matrix measured = exact;
  for (Index i = 0; i < 200; ++i) measured(i, 2) += 0.05 * random.normal();
  EXPECT_NEAR(along_axes(measured).col(2).maxCoeff(), 1.0, 1e-9);
  // Few values are no digits of something finer: yes and no, however rare, are what they are.
  Matrix rare = Matrix::Zero(200, 2);
  rare(7, 0) = 1.0;
  rare.col(1) = exact.col(0);
  EXPECT_NEAR(along_axes(rare).col(1).maxCoeff(), 1.0, 1e-9);
}

TEST(PrincipalAxes, AWeightIsAsGoodAsRepeatedRows) {
  const Matrix once = shells(60);
  Vector weights = Vector::Ones(60);
  weights.head(20).setConstant(3.0);
  Matrix repeated(100, 3);
  repeated << once, once.topRows(20), once.topRows(20);
  const Matrix z = along_axes(once, weights);
  EXPECT_LE((z - along_axes(repeated).topRows(60)).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_GE((z - along_axes(once)).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(PrincipalAxes, DoNotDependOnTheOrderOrTheUnitOfTheFeatures) {
  const Matrix points = shells(150);
  Matrix other = points(Eigen::all, std::vector<Index>{2, 0, 1});
  other.col(0) *= 1000.0;
  other.col(1).array() += 5.0;
  EXPECT_LE((along_axes(points) - along_axes(other)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(PrincipalAxes, ARowHasTheSameBitsInAnyCompany) {
  const Matrix points = shells(41);
  const FeatureScaler scaler = FeatureScaler(points).along_principal_axes(points, {});
  const Matrix all = scaler.transform(points);
  for (Index i = 0; i < 41; ++i) EXPECT_EQ(scaler.transform(points.row(i)), all.row(i));
}

TEST(PrincipalAxes, CodesStandBehindThemAsTheyAre) {
  Matrix points = shells(30);
  for (Index i = 0; i < 30; ++i) points(i, 2) = static_cast<double>(i % 3);
  const std::vector<Code> codes = {{2, Vector{{0.0, 1.0, 2.0}}}};
  const FeatureScaler plain(points, {}, false, codes);
  const FeatureScaler scaler = plain.along_principal_axes(points, {});
  EXPECT_EQ(scaler.axes(), Axes::principal);
  EXPECT_EQ(scaler.coordinates(), 6);
  EXPECT_EQ(scaler.transform(points).rightCols(3), plain.transform(points).rightCols(3));
  EXPECT_EQ(scaler.transform(points).leftCols(3), along_axes(points));
  EXPECT_TRUE(
      contains(error_of([&] { scaler.transform(0, Vector::Zero(2)); }), "several features"));
}

TEST(PrincipalAxes, ReadBackTheyMustFit) {
  const Matrix points = shells(30);
  const FeatureScaler scaler = FeatureScaler(points).along_principal_axes(points, {});
  const auto again = [&](const Matrix& turn) {
    return FeatureScaler(scaler.minimum(), scaler.maximum(), scaler.curvature(), {}, turn);
  };
  EXPECT_EQ(again(scaler.turn()).transform(points), scaler.transform(points));
  Matrix broken = scaler.turn();
  broken(0, 0) = std::nan("");
  for (const Matrix& turn :
       {broken, Matrix(scaler.turn().topRows(3)), Matrix(Matrix::Zero(4, 2))}) {
    EXPECT_TRUE(contains(error_of([&] { again(turn); }), "one axis for each feature"));
  }
}

TEST(LargestCorrelation, IsThatOfThePairThatGoesTogether) {
  const Matrix points = shells(400);
  const Vector ones = Vector::Ones(400);
  EXPECT_NEAR(largest_correlation(points, ones), correlation(points.col(0), points.col(1)), 1e-10);
  Matrix opposite = points;
  opposite.col(0) *= -1.0;
  EXPECT_NEAR(largest_correlation(opposite, ones), largest_correlation(points, ones), 1e-12);
  EXPECT_EQ(largest_correlation(points.leftCols(1), ones), 0.0);
  EXPECT_EQ(largest_correlation(Matrix::Constant(400, 2, 1.0), ones), 0.0);
}

}  // namespace
}  // namespace tkl
