#include "tkl/explain.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/random.hpp"
#include "tkl/fit.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;

/// y = 4 a + 6 b c, and nothing of d.
Dataset example() {
  Random random(3101);
  Dataset data;
  data.task = Task::regression;
  data.points = testing::uniform_matrix(random, 250, 4, -1.0, 1.0);
  data.target =
      4.0 * data.points.col(0) + 6.0 * data.points.col(1).cwiseProduct(data.points.col(2));
  data.feature_names = {"a", "b", "c", "d"};
  data.target_name = "y";
  return data;
}

void expect_what_the_function_says(const Explanation& explanation) {
  // Var(4a) = 16/3, Var(6bc) = 36/9: 57% and 43% of 28/3.
  const auto& columns = explanation.columns;
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[1].name, "b");
  EXPECT_NEAR(columns[0].main, 16.0 / 28.0, 0.06);
  EXPECT_NEAR(columns[0].total, 16.0 / 28.0, 0.06);
  EXPECT_NEAR(columns[1].main, 0.0, 0.03);
  EXPECT_NEAR(columns[1].total, 12.0 / 28.0, 0.06);
  EXPECT_NEAR(columns[2].total, 12.0 / 28.0, 0.06);
  EXPECT_LT(columns[3].total, 0.02);
}

TEST(Explain, TellsEffectsAndInteractions) {
  const Dataset data = example();
  for (const Family family : {Family::tessellated, Family::gaussian, Family::matern}) {
    FitOptions options;
    options.family = family;
    options.cost = 1000.0;
    options.tube = 0.01;
    const Model model = fit(data, options).model;
    const Explanation explanation = explain(model, data.points, data.target);
    EXPECT_EQ(explanation.exact, family != Family::matern);
    expect_what_the_function_says(explanation);
    // Shuffling doubles the variance that depends on the column.
    EXPECT_NEAR(*explanation.columns[0].shuffled, 2.0 * 16.0 / 3.0, 2.0);
    EXPECT_LT(std::abs(*explanation.columns[3].shuffled), 0.2);
  }
}

TEST(Explain, TheUnitOfTheTargetMakesNoDifference) {
  const Dataset data = example();
  const Explanation plain = explain(fit(data).model, data.points, data.target);
  for (const int power : {-450, 450}) {  // of two, so that nothing is rounded; 1e-135 and 1e135
    Dataset other = data;
    other.target = data.target.unaryExpr([power](double y) { return std::ldexp(y, power); });
    const Explanation explanation = explain(fit(other).model, other.points, other.target);
    for (std::size_t k = 0; k < 4; ++k) {
      const double deviation = explanation.columns[k].shuffled_deviation;
      const double expected = plain.columns[k].shuffled_deviation;
      EXPECT_NEAR(std::ldexp(deviation, -2 * power), expected, 1e-9 * expected);
      EXPECT_NEAR(explanation.columns[k].total, plain.columns[k].total, 1e-9);
    }
  }
}

TEST(Explain, AMeanOfModelsIsExplainedAsOneFunction) {
  Dataset data = example();
  data.points.col(0) = (2.0 * data.points.col(0)).array().exp();  // so that a warp has work to do
  FitOptions options;
  options.cost = 1000.0;
  options.warp = true;
  Model model = fit(data, options).model;
  options.warp = false;
  options.family = Family::gaussian;
  model.companions.push_back(fit(data, options).model);
  model.share = 0.7;
  model.companions[0].share = 0.3;
  const Explanation exact = explain(model, data.points, {});
  EXPECT_TRUE(exact.exact);
  // A third model without any say, of which no closed form is known: the same, but estimated.
  options.family = Family::matern;
  model.companions.push_back(fit(data, options).model);
  model.companions[1].share = 0.0;
  const Explanation estimated = explain(model, data.points, {});
  EXPECT_FALSE(estimated.exact);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(exact.columns[k].main, estimated.columns[k].main, 0.05);
    EXPECT_NEAR(exact.columns[k].total, estimated.columns[k].total, 0.05);
  }
}

/// A Gaussian of one width sees the same along axes that are orthogonal, of features that do not go together.
TEST(Explain, AlongPrincipalAxesIndicesAreEstimatedForTheFeatures) {
  const Dataset data = example();
  FitOptions options;
  options.family = Family::gaussian;
  options.cost = 1000.0;
  const Explanation plain = explain(fit(data, options).model, data.points, {});
  options.axes = Axes::principal;
  const Explanation turned = explain(fit(data, options).model, data.points, {});
  EXPECT_TRUE(plain.exact);
  EXPECT_FALSE(turned.exact);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(turned.columns[k].name, plain.columns[k].name);
    EXPECT_NEAR(turned.columns[k].total, plain.columns[k].total, 0.07);
  }
}

TEST(Explain, ACodeIsOneColumnWhateverTheKernelSeesOfIt) {
  Dataset data = example();
  data.points.col(1) = (2.5 * data.points.col(1)).array().round();
  data.target = 4.0 * data.points.col(0) + data.points.col(1).cwiseProduct(data.points.col(2));
  FitOptions options;
  options.codes = {{1, Vector{{-2.0, -1.0, 0.0, 1.0, 2.0}}}};
  for (const Family family : {Family::tessellated, Family::gaussian}) {
    options.family = family;
    Model model = fit(data, options).model;
    const Explanation exact = explain(model, data.points, {});
    ASSERT_TRUE(exact.exact);
    ASSERT_EQ(exact.columns.size(), 4U);
    // A second model without any say, of which no closed form is known: the same, but estimated.
    FitOptions other = options;
    other.family = Family::matern;
    model.companions.push_back(fit(data, other).model);
    model.companions[0].share = 0.0;
    const Explanation estimated = explain(model, data.points, {});
    ASSERT_FALSE(estimated.exact);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(exact.columns[k].main, estimated.columns[k].main, 0.03);
      EXPECT_NEAR(exact.columns[k].total, estimated.columns[k].total, 0.03);
    }
  }
}

TEST(Explain, NeedsNoTarget) {
  const Dataset data = example();
  const Explanation explanation = explain(fit(data).model, data.points);
  EXPECT_FALSE(explanation.columns[0].shuffled);
}

TEST(Explain, KeepsTheFeaturesOfAColumnTogether) {
  const Dataset data =
      to_dataset(parse_table("kind,size,y\n"
                             "cat,1,1\ndog,2,5\nowl,3,9\ncat,4,1\ndog,5,5\nowl,6,9\n"
                             "cat,2,1\ndog,1,5\nowl,5,9\ncat,6,1\ndog,3,5\nowl,4,9\n",
                             "text"));
  FitOptions options;
  options.cost = 100.0;
  const Explanation explanation = explain(fit(data, options).model, data.points, data.target);
  ASSERT_EQ(explanation.columns.size(), 2U);
  EXPECT_EQ(explanation.columns[0].name, "kind");
  EXPECT_GT(explanation.columns[0].main, 0.9);
  EXPECT_LT(explanation.columns[1].total, 0.1);
}

TEST(Explain, RefusesWhatMakesNoSense) {
  const Dataset data = example();
  const Model model = fit(data).model;
  EXPECT_TRUE(contains(error_of([&] { explain(model, data.points.topRows(1)); }), "2 rows"));
  EXPECT_TRUE(
      contains(error_of([&] { explain(model, data.points, Vector::Ones(3)); }), "3 targets"));
  ExplainOptions options;
  options.metric = Metric::accuracy;
  EXPECT_TRUE(
      contains(error_of([&] { explain(model, data.points, data.target, options); }), "metric"));
}

}  // namespace
}  // namespace tkl
