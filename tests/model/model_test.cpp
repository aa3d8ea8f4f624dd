#include "tkl/model.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/examples.hpp"

namespace tkl {
namespace {

using testing::both_tasks;
using testing::contains;
using testing::error_of;

/// Min-max scaling as the textbook has it.
Matrix scaled(const Matrix& points, const Dataset& data) {
  Matrix out(points.rows(), points.cols());
  for (Index j = 0; j < points.cols(); ++j) {
    const double low = data.points.col(j).minCoeff();
    const double high = data.points.col(j).maxCoeff();
    for (Index i = 0; i < points.rows(); ++i) out(i, j) = (points(i, j) - low) / (high - low);
  }
  return out;
}

TEST(Model, DecisionValuesAreTheSumOverSupportVectors) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    const Matrix points = testing::new_points(data, 15);
    const Matrix x = scaled(points, data);
    for (const FitOptions& options : testing::options_of_all_families()) {
      const Model model = fit(data, options).model;
      ASSERT_GT(model.support.size(), 1U);
      ASSERT_EQ(model.support.size(), static_cast<std::size_t>(model.machines[0].weights.size()));
      const Vector values = model.decision_values(points);
      for (Index p = 0; p < points.rows(); ++p) {
        double sum = model.machines[0].intercept;
        for (Index i = 0; i < model.machines[0].weights.size(); ++i) {
          const Index row = model.support[static_cast<std::size_t>(i)];
          EXPECT_EQ(model.support_vectors.row(i), data.points.row(row));
          const Matrix support_point = scaled(data.points.row(row), data);
          sum +=
              model.machines[0].weights(i) *
              model.family->kernel(model.machines[0].P, support_point, x.row(p), Threads(1))(0, 0);
        }
        EXPECT_NEAR(values(p), sum, 1e-9) << to_string(options.family);
      }
    }
  }
}

/// Three models of the same rows with other kernels, averaged.
Model blended(const Dataset& data) {
  FitOptions options;
  options.family = Family::gaussian;
  Model model = fit(data, options).model;
  options.warp = true;
  options.axes = Axes::principal;
  model.companions.push_back(fit(data, options).model);
  options.family = Family::tessellated;
  model.companions.push_back(fit(data, options).model);
  model.share = 0.5;
  model.companions[0].share = 0.2;
  model.companions[1].share = 0.3;
  return model;
}

TEST(Model, WithCompanionsIsTheirMean) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    const Model model = blended(data);
    const Matrix points = testing::new_points(data, 20);
    Model alone = model;
    alone.companions.clear();
    const Matrix expected = 0.5 * alone.decision_values(points) +
                            0.2 * model.companions[0].decision_values(points) +
                            0.3 * model.companions[1].decision_values(points);
    EXPECT_LE((model.decision_values(points) - expected).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE((model.machine_values(points) - expected).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NE(model.decision_values(points), alone.decision_values(points));
    const Model loaded = deserialise(serialise(model), "memory");
    ASSERT_EQ(loaded.companions.size(), 2U);
    EXPECT_EQ(loaded.decision_values(points), model.decision_values(points));
    EXPECT_EQ(serialise(loaded), serialise(model));
  }
}

TEST(Model, CompanionsMustFitTogether) {
  Model model = blended(testing::regression_example());
  model.share = 0.6;
  EXPECT_TRUE(contains(error_of([&] { deserialise(serialise(model), "memory"); }),
                       "the shares do not sum to 1"));
  model.share = 0.5;
  model.companions[0].task = Task::classification;
  model.companions[0].classes = {"a", "b"};
  EXPECT_TRUE(contains(error_of([&] { deserialise(serialise(model), "memory"); }),
                       "a companion is of another kind"));
}

/// A kernel simple enough to be written down here, so that nothing of the library is trusted.
TEST(Model, GaussianModelPredictsByItsFormula) {
  const Dataset data = testing::regression_example();
  FitOptions options;
  options.family = Family::kernels;
  options.kernels = parse_kernel_list("gaussian:0.4");
  options.raw_kernel = true;
  const Model model = fit(data, options).model;
  const Matrix points = testing::new_points(data, 15);
  const Matrix x = scaled(points, data);
  const Matrix v = scaled(model.support_vectors, data);
  const double mean = data.target.mean();
  const double deviation =
      std::sqrt((data.target.array() - mean).square().sum() / static_cast<double>(data.rows()));
  const Vector predicted = model.predict(points);
  for (Index p = 0; p < points.rows(); ++p) {
    double sum = model.machines[0].intercept;
    for (Index i = 0; i < v.rows(); ++i) {
      sum += model.machines[0].weights(i) *
             std::exp(-(v.row(i) - x.row(p)).squaredNorm() / (2.0 * 0.4 * 0.4));
    }
    EXPECT_NEAR(predicted(p), mean + deviation * sum, 1e-8);
  }
}

TEST(Model, KernelOnTrainingRowsIsTheGramMatrixOfLearning) {
  const Dataset data = testing::regression_example();
  const Matrix x = scaled(data.points, data);
  for (const FitOptions& options : testing::options_of_all_families()) {
    const Model model = fit(data, options).model;
    const Matrix gram = model.family->gram(model.machines[0].P, x, Threads(1));
    const Matrix kernel = model.kernel(data.points, data.points);
    EXPECT_LE((gram - kernel).cwiseAbs().maxCoeff(), 1e-12 * gram.cwiseAbs().maxCoeff())
        << to_string(options.family);
    const Matrix part = model.kernel(data.points.topRows(3), data.points.bottomRows(5));
    ASSERT_EQ(part.rows(), 3);
    ASSERT_EQ(part.cols(), 5);
    EXPECT_LE((gram.topRightCorner(3, 5) - part).cwiseAbs().maxCoeff(), 1e-12 * gram.norm());
  }
}

TEST(Model, PositiveDecisionValuesMeanTheSecondClass) {
  Matrix points(6, 1);
  points << 1, 2, 3, 7, 8, 9;
  for (const bool swapped : {false, true}) {
    const std::string small = swapped ? "b" : "a";
    const std::string large = swapped ? "a" : "b";
    const Dataset data = classification_data(points, {small, small, small, large, large, large});
    FitOptions options;
    options.cost = 100.0;
    const Model model = fit(data, options).model;
    ASSERT_EQ(model.classes, (std::vector<std::string>{"a", "b"}));
    const Vector values = model.decision_values(points);
    const Vector predicted = model.predict(points);
    for (Index i = 0; i < 6; ++i) {
      const bool is_b = (i >= 3) != swapped;
      EXPECT_EQ(values(i) > 0.0, is_b);
      EXPECT_EQ(predicted(i), is_b ? 1.0 : 0.0);
      EXPECT_EQ(model.classes[static_cast<std::size_t>(predicted(i))], is_b ? "b" : "a");
    }
  }
}

TEST(Model, RegressionPredictsInTheUnitsOfTheTarget) {
  const Dataset data = testing::regression_example();
  FitOptions options;
  options.cost = 100.0;
  const Model model = fit(data, options).model;
  const Vector standardised = model.decision_values(data.points);
  const Vector predicted = model.predict(data.points);
  EXPECT_LT(standardised.cwiseAbs().maxCoeff(), 5.0);
  EXPECT_LT((predicted - data.target).cwiseAbs().maxCoeff(), 10.0);
  EXPECT_GT(predicted.minCoeff(), 950.0);
}

TEST(Model, ManyPointsAreTheSameAsOneByOne) {
  for (const Task task : both_tasks) {
    const Dataset data = testing::example(task);
    const Matrix points = testing::new_points(data, 2500);
    for (const FitOptions& options : testing::options_of_all_families()) {
      const Model model = fit(data, options).model;
      const Vector together = model.decision_values(points);
      const Vector labels = model.predict(points);
      ASSERT_EQ(together.size(), 2500);
      for (const Index i : {0, 1, 511, 1023, 1024, 1025, 2047, 2048, 2499}) {
        EXPECT_EQ(model.decision_values(points.row(i))(0), together(i)) << "row " << i;
        EXPECT_EQ(model.predict(points.row(i))(0), labels(i)) << "row " << i;
      }
      EXPECT_EQ(model.decision_values(points, Threads(3)),
                model.decision_values(points, Threads(1)));
    }
  }
}

TEST(Model, NoPointsGiveNoPredictions) {
  const Model model = fit(testing::regression_example()).model;
  EXPECT_EQ(model.predict(Matrix(0, 2)).size(), 0);
  EXPECT_EQ(model.kernel(Matrix(0, 2), Matrix(3, 2).setZero()).rows(), 0);
}

TEST(Model, WithoutSupportVectorsPredictsTheIntercept) {
  Dataset data = testing::regression_example();
  data.target.setConstant(42.0);
  const Model model = fit(data).model;
  EXPECT_TRUE(model.support.empty());
  EXPECT_EQ(model.support_vectors.rows(), 0);
  const Vector predicted = model.predict(data.points);
  EXPECT_NEAR((predicted.array() - 42.0).abs().maxCoeff(), 0.0, 0.05);
  EXPECT_EQ(predicted.minCoeff(), predicted.maxCoeff());
}

TEST(Model, RefusesPointsThatDoNotFit) {
  const Model model = fit(testing::regression_example()).model;
  const Matrix good = Matrix::Zero(2, 2);
  const Matrix wide = Matrix::Zero(2, 3);
  EXPECT_TRUE(contains(error_of([&] { model.predict(wide); }),
                       "3 features, but the model was trained with 2"));
  EXPECT_TRUE(contains(error_of([&] { model.decision_values(Matrix(2, 1)); }), "1 features"));
  EXPECT_TRUE(contains(error_of([&] { model.kernel(wide, good); }), "3 features"));
  EXPECT_TRUE(contains(error_of([&] { model.kernel(good, wide); }), "3 features"));
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Matrix spoilt = good;
    spoilt(1, 1) = bad;
    EXPECT_TRUE(contains(error_of([&] { model.predict(spoilt); }), "not finite"));
    EXPECT_TRUE(contains(error_of([&] { model.kernel(good, spoilt); }), "not finite"));
  }
}

}  // namespace
}  // namespace tkl
