#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tkl/calibration.hpp"
#include "tkl/metrics.hpp"

namespace tkl {
namespace {

using testing::Random;

Vector vector(std::initializer_list<double> values) {
  Vector out(static_cast<Index>(values.size()));
  Index i = 0;
  for (const double value : values) out(i++) = value;
  return out;
}

TEST(Measure, OfValues) {
  const Vector truth = vector({1.0, 2.0, 4.0});
  const Vector predicted = vector({1.0, 3.0, 2.0});
  EXPECT_DOUBLE_EQ(measure(Metric::mse, truth, predicted, {}), 5.0 / 3.0);
  EXPECT_DOUBLE_EQ(measure(Metric::mae, truth, predicted, {}), 1.0);
  const double spread = 16.0 / 9.0 + 1.0 / 9.0 + 25.0 / 9.0;
  EXPECT_DOUBLE_EQ(measure(Metric::r2, truth, predicted, {}), 1.0 - 5.0 / spread);
  EXPECT_TRUE(std::isnan(measure(Metric::r2, vector({1.0, 1.0}), vector({1.0, 2.0}), {})));
}

TEST(Measure, OfTwoClasses) {
  const Vector truth = vector({0, 0, 0, 1, 1});
  const Matrix decisions = vector({-1.0, -2.0, 0.5, 1.0, -0.5});
  EXPECT_DOUBLE_EQ(measure(Metric::accuracy, truth, decisions, {}), 0.6);
  EXPECT_DOUBLE_EQ(measure(Metric::balanced_accuracy, truth, decisions, {}),
                   0.5 * (2.0 / 3.0 + 0.5));
  // Of the six pairs (negative, positive) five are in order.
  EXPECT_DOUBLE_EQ(measure(Metric::auc, truth, decisions, {}), 5.0 / 6.0);
  EXPECT_DOUBLE_EQ(measure(Metric::auc, truth, Vector::Zero(5), {}), 0.5);
  EXPECT_TRUE(std::isnan(measure(Metric::auc, Vector::Zero(5), decisions, {})));
}

TEST(Measure, OfThreeClasses) {
  const Vector truth = vector({0, 1, 2, 2});
  Matrix decisions(4, 3);
  decisions << 3, 1, 0,  //
      0, 2, 1,           //
      0, 1, 2,           //
      5, 1, 2;
  EXPECT_DOUBLE_EQ(measure(Metric::accuracy, truth, decisions, {}), 0.75);
  EXPECT_DOUBLE_EQ(measure(Metric::balanced_accuracy, truth, decisions, {}), (1.0 + 1.0 + 0.5) / 3);
}

TEST(Measure, WeightsAreRepeatedRows) {
  Random random(5);
  const Vector truth = vector({0, 1, 1, 0, 1, 0});
  const Matrix decisions = testing::uniform_matrix(random, 6, 1, -1.0, 1.0);
  const Vector weights = vector({1, 2, 1, 3, 1, 1});
  const std::vector<Index> repeated{0, 1, 1, 2, 3, 3, 3, 4, 5};
  for (const Metric metric : {Metric::mse, Metric::mae, Metric::r2, Metric::accuracy,
                              Metric::balanced_accuracy, Metric::log_loss, Metric::auc}) {
    EXPECT_NEAR(measure(metric, truth, decisions, weights),
                measure(metric, truth(repeated), decisions(repeated, Eigen::all), {}), 1e-9)
        << to_string(metric);
  }
}

TEST(Calibration, FindsTheSlopesThatMadeTheLabels) {
  Random random(6);
  const Index m = 20000;
  const Matrix decisions = testing::uniform_matrix(random, m, 1, -3.0, 3.0);
  Vector truth(m);
  for (Index i = 0; i < m; ++i) {
    const double f = decisions(i, 0);
    const double p = 1.0 / (1.0 + std::exp(-(f < 0.0 ? 0.7 : 2.0) * f));
    truth(i) = random.uniform(0.0, 1.0) < p ? 1.0 : 0.0;
  }
  const Calibration calibration = Calibration::fitted(truth, decisions, {});
  EXPECT_NEAR(calibration.below(), 0.7, 0.05);
  EXPECT_NEAR(calibration.above(), 2.0, 0.15);
}

TEST(Calibration, NeverContradictsTheDecision) {
  Random random(7);
  for (const Index columns : {1, 4}) {
    const Matrix decisions = testing::uniform_matrix(random, 300, columns, -2.0, 2.0);
    // Labels that have nothing to do with the decisions.
    Vector truth(300);
    for (Index i = 0; i < 300; ++i) {
      truth(i) = std::floor(random.uniform(0.0, columns == 1 ? 2.0 : 4.0));
    }
    const Matrix p = Calibration::fitted(truth, decisions, {}).probabilities(decisions);
    ASSERT_EQ(p.cols(), columns == 1 ? 2 : 4);
    for (Index i = 0; i < 300; ++i) {
      Index likely = 0;
      p.row(i).maxCoeff(&likely);
      Index chosen = decisions(i, 0) > 0.0 ? 1 : 0;
      if (columns > 1) decisions.row(i).maxCoeff(&chosen);
      EXPECT_EQ(likely, chosen);
      EXPECT_NEAR(p.row(i).sum(), 1.0, 1e-12);
    }
  }
}

TEST(Calibration, WithoutErrorsNothingIsCertain) {
  const Vector truth = vector({0, 0, 1, 1});
  const Matrix decisions = vector({-1.0, -1.2, 1.0, 1.1});
  const Matrix p = Calibration::fitted(truth, decisions, {}).probabilities(decisions);
  EXPECT_GT(p(2, 1), 0.6);
  EXPECT_LT(p(2, 1), 0.9);
}

}  // namespace
}  // namespace tkl
