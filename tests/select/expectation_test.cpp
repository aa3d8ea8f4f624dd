#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "select/examples.hpp"
#include "support/random.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::example;
using testing::Random;

TEST(ExpectationSlow, TheReportedErrorOfPureNoiseIsNotTooGood) {
  // Nothing can be learned here. The best of many points looks better than it is; the corrected
  // error must not.
  double expected = 0.0;
  double best = 0.0;
  double truth = 0.0;
  int constants = 0;
  constexpr int repetitions = 20;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Random random(static_cast<std::uint64_t>(100 + repetition));
    const Dataset data = regression_data(testing::uniform_matrix(random, 60, 3),
                                         testing::uniform_vector(random, 60, -1.0, 1.0));
    const double variance = (data.target.array() - data.target.mean()).square().mean();
    const Model model = select(data, {}).fit.model;
    expected += model.search->expected / variance / repetitions;
    const Vector predicted = model.predict(testing::uniform_matrix(random, 200, 3));
    truth += (1.0 + predicted.squaredNorm() / 200.0 * 3.0) / repetitions;  // variance 1/3
    double least = std::numeric_limits<double>::infinity();
    for (const SearchPoint& point : model.search->points) least = std::min(least, point.mean);
    best += least / variance / repetitions;
    constants += model.search->points[model.search->chosen].is_constant() ? 1 : 0;
  }
  EXPECT_NEAR(expected, truth, 0.06);
  EXPECT_LT(best, truth);
  // Mostly the search sees that, and does not pretend.
  EXPECT_GE(constants, repetitions * 3 / 4);
}

TEST(ExpectationSlow, ThePureNoiseOfClassesIsNotTooGoodEither) {
  double expected = 0.0;
  constexpr int repetitions = 20;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Random random(static_cast<std::uint64_t>(200 + repetition));
    const Matrix points = testing::uniform_matrix(random, 60, 3);
    std::vector<std::string> labels;
    for (int i = 0; i < 60; ++i) labels.emplace_back(i % 2 == 0 ? "a" : "b");
    expected +=
        select(classification_data(points, labels), {}).fit.model.search->expected / repetitions;
  }
  EXPECT_NEAR(expected, 0.5, 0.04);
}

TEST(Expectation, PrefersAConstantOnlyToChance) {
  Random random(5);
  const Matrix points = testing::uniform_matrix(random, 80, 2);
  const Vector noise = testing::uniform_vector(random, 80, -1.0, 1.0);
  for (const double signal : {0.0, 3.0}) {
    const Dataset data = regression_data(points, Vector(noise + signal * points.col(0)));
    const Model model = select(data, {}).fit.model;
    const SearchRecord& search = *model.search;
    EXPECT_EQ(search.points[search.chosen].is_constant(), signal == 0.0);
    if (signal != 0.0) continue;
    EXPECT_EQ(search.expected, search.reached);
    const Vector predicted = model.predict(testing::uniform_matrix(random, 50, 2));
    EXPECT_LT((predicted.array() - data.target.mean()).abs().maxCoeff(), 1e-6);
  }
  // Whoever gives a cost wants that.
  SelectOptions options;
  options.given.cost = true;
  const Model given = select(regression_data(points, noise), {}, options).fit.model;
  for (const SearchPoint& point : given.search->points) EXPECT_FALSE(point.is_constant());
}

/// Of three features, one of which is a million in one row and below 1 elsewhere.
Dataset with_an_odd_row(bool is_regression) {
  Random random(6);
  Matrix points = testing::uniform_matrix(random, 100, 3);
  const Vector noise = testing::uniform_vector(random, 100, -1.5, 1.5);
  const Vector target =
      3.0 * points.col(0) + 2.0 * points.col(1) + (is_regression ? 0.3 : 1.0) * noise;
  points(7, 0) = 1e6;
  if (is_regression) return regression_data(points, target);
  std::vector<std::string> labels;
  for (Index i = 0; i < 100; ++i) labels.emplace_back(target(i) > 2.5 ? "more" : "less");
  return classification_data(points, labels);
}

TEST(Expectation, OneOddRowIsNotAllThatIsSeen) {
  for (const Metric metric : {Metric::mse, Metric::mae, Metric::log_loss}) {
    const Dataset data = with_an_odd_row(task_of(metric) == Task::regression);
    SelectOptions options;
    options.metric = metric;
    const SearchRecord search = *select(data, {}, options).fit.model.search;
    EXPECT_FALSE(search.found_nothing()) << to_string(metric);
    EXPECT_GE(search.expected, search.reached) << to_string(metric);
    EXPECT_LT(search.expected, 1.6 * search.reached) << to_string(metric);
  }
}

TEST(Expectation, AMeanOfModelsIsWhatItsHeldOutPredictionsSay) {
  const Dataset data = example("friedman1", 150, 1.0);
  const SearchResult result = select(data, {});
  const Model& model = result.fit.model;
  const SearchRecord& record = *model.search;
  ASSERT_GT(model.companions.size(), 0U);
  ASSERT_EQ(record.members.size(), model.companions.size() + 1);
  EXPECT_EQ(record.members.front().point, record.chosen);
  double shares = 0.0;
  for (const SearchMember& member : record.members) shares += member.share;
  EXPECT_NEAR(shares, 1.0, 1e-12);
  EXPECT_EQ(model.share, record.members.front().share);
  for (std::size_t k = 0; k < model.companions.size(); ++k) {
    EXPECT_EQ(model.companions[k].share, record.members[k + 1].share);
    const SearchPoint& point = record.points[record.members[k + 1].point];
    // The cost of learned scales may follow their ridge.
    if (!point.per_feature) {
      EXPECT_EQ(model.companions[k].cost, point.cost);
    }
  }
  EXPECT_EQ(record.reached, mean_squared_error(data.target, result.held_out.col(0)));
  for (const SearchPoint& point : record.points) {
    const bool complete = point.folds == record.folds;
    EXPECT_TRUE(!complete || record.reached <= point.mean + 1e-12);
  }
  EXPECT_GE(record.expected, record.reached);
}

}  // namespace
}  // namespace tkl
