#include "tkl/metrics.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace tkl {
namespace {

TEST(Metrics, MeanSquaredError) {
  EXPECT_DOUBLE_EQ(mean_squared_error(Vector({{1, 2, 3}}), Vector({{1, 4, 0}})), 13.0 / 3.0);
  EXPECT_EQ(mean_squared_error(Vector({{1, 2, 3}}), Vector({{1, 2, 3}})), 0.0);
}

TEST(Metrics, SquaredCorrelation) {
  const Vector truth({{1, 2, 3, 4}});
  // By hand: deviations (-1.5, -.5, .5, 1.5) and (-1, 0, -1, 2); 4² / (5 · 6).
  EXPECT_NEAR(squared_correlation(truth, Vector({{1, 2, 1, 4}})), 16.0 / 30.0, 1e-15);
  EXPECT_NEAR(squared_correlation(truth, -7.0 * truth.array() + 3.0), 1.0, 1e-15);
  EXPECT_NEAR(squared_correlation(truth, Vector({{1, -1, -1, 1}})), 0.0, 1e-15);
}

/// A rounded mean differs from the values it is the mean of: 0.1 and 1/3 must count as constant too.
TEST(Metrics, SquaredCorrelationWithAConstantIsUndefined) {
  for (const double value : {0.0, 2.0, 0.1, 1.0 / 3.0, 1e300}) {
    for (const Index size : {2, 3, 7, 10, 100}) {
      const Vector constant = Vector::Constant(size, value);
      const Vector other = Vector::LinSpaced(size, 0.0, 1.0);
      EXPECT_TRUE(std::isnan(squared_correlation(constant, other))) << value << ", " << size;
      EXPECT_TRUE(std::isnan(squared_correlation(other, constant))) << value << ", " << size;
    }
  }
}

RegressionMetrics one_by_one(const Vector& truth, const Vector& prediction) {
  RegressionMetrics metrics;
  for (Index i = 0; i < truth.size(); ++i) metrics.add(truth(i), prediction(i));
  return metrics;
}

/// A large mean is what spoils sums of squares.
TEST(Metrics, OneByOneAreThoseOfAllAtOnce) {
  for (const double mean : {0.0, -3.0, 1e7}) {
    const Vector steps = Vector::LinSpaced(1000, 0.0, 50.0);
    const Vector truth = steps.array().sin() + mean;
    const Vector prediction = 0.9 * steps.array().sin() + 0.3 * (7.0 * steps).array().cos() + mean;
    const RegressionMetrics metrics = one_by_one(truth, prediction);
    EXPECT_EQ(metrics.count(), 1000);
    const double error = mean_squared_error(truth, prediction);
    EXPECT_NEAR(metrics.mean_squared_error(), error, 1e-13 * error) << mean;
    EXPECT_NEAR(metrics.squared_correlation(), squared_correlation(truth, prediction), 1e-8);
    if (mean < 10.0) {
      EXPECT_NEAR(metrics.squared_correlation(), squared_correlation(truth, prediction), 1e-13);
    }
  }
}

TEST(Metrics, TheUnitOfValuesDoesNotMatterToACorrelation) {
  const Vector truth({{1, 2, 3, 4}});
  const Vector prediction({{1, 2, 1, 4}});
  for (const double unit : {1e-135, 1e-80, 1e80, 1e135}) {
    const Vector a = unit * truth;
    const Vector b = unit * prediction;
    EXPECT_NEAR(squared_correlation(a, b), 16.0 / 30.0, 1e-14) << unit;
    EXPECT_NEAR(one_by_one(a, b).squared_correlation(), 16.0 / 30.0, 1e-14) << unit;
  }
}

TEST(Metrics, OneByOneKnowAConstant) {
  const Vector other = Vector::LinSpaced(7, 0.0, 1.0);
  for (const double value : {0.0, 0.1, 1.0 / 3.0, 1e300}) {
    const Vector constant = Vector::Constant(7, value);
    EXPECT_TRUE(std::isnan(one_by_one(constant, other).squared_correlation())) << value;
    EXPECT_TRUE(std::isnan(one_by_one(other, constant).squared_correlation())) << value;
  }
}

TEST(Metrics, CountEqual) {
  EXPECT_EQ(count_equal(Vector({{0, 1, 1, 0}}), Vector({{0, 1, 0, 0}})), 3);
  EXPECT_EQ(count_equal(Vector({{0, 1}}), Vector({{1, 0}})), 0);
}

}  // namespace
}  // namespace tkl
