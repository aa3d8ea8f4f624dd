#include "select/evaluator.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "select/examples.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::example;
using testing::noisy_stripes;

TEST(Evaluator, HeldOutPredictionsAreThoseOfTheTable) {
  const Dataset data = example("friedman1", 100, 1.0);
  SelectOptions single;
  single.most_models = 1;
  const SearchResult result = select(data, {}, single);
  EXPECT_TRUE(result.fit.model.companions.empty());
  ASSERT_EQ(result.held_out.rows(), 100);
  const std::vector<int> fold = assign_folds(data, 5, 1);
  double mean = 0.0;
  for (int k = 0; k < 5; ++k) {
    std::vector<Index> rows;
    for (Index i = 0; i < 100; ++i) {
      if (fold[static_cast<std::size_t>(i)] == k) rows.push_back(i);
    }
    mean += mean_squared_error(data.target(rows), result.held_out(rows, 0)) / 5.0;
  }
  const SearchRecord& record = *result.fit.model.search;
  EXPECT_NEAR(mean, record.points[record.chosen].mean, 1e-12);
}

TEST(Evaluator, AMetricMayHaveNoMeaningInAFold) {
  Dataset data = example("friedman1", 40, 1.0);
  SelectOptions options;
  options.metric = Metric::r2;
  options.folds = 40;  // one row has no variance to explain
  const SearchRecord by_rows = *select(data, {}, options).fit.model.search;
  EXPECT_TRUE(std::isfinite(by_rows.reached));
  EXPECT_EQ(by_rows.points[by_rows.chosen].folds, 40);

  // Of three rows of a class one fold in five has none, and some no other.
  data = noisy_stripes(60, 7);
  data.target.setZero();
  for (const Index row : {5, 25, 45}) data.target(row) = 1.0;
  for (const Index row : {5, 25, 45}) data.points(row, 0) = 2.0;
  options.metric = Metric::auc;
  options.folds = 0;
  const SearchRecord by_folds = *select(data, {}, options).fit.model.search;
  EXPECT_EQ(by_folds.points[by_folds.chosen].folds, by_folds.folds);
  EXPECT_EQ(by_folds.reached, 1.0);
}

TEST(Evaluator, ManyRowsAreJudgedOnOneFifth) {
  GeneratorOptions generated;
  generated.rows = 4500;
  const Dataset data = generate("spirals", generated);
  FitOptions base;
  base.degree = 0;
  SelectOptions options;
  options.given = Given::everything();
  const SearchResult result = select(data, base, options);
  EXPECT_EQ(result.fit.model.search->folds, 1);
  EXPECT_EQ(result.fit.model.search->rows, 4500);
  ASSERT_EQ(result.held_out_rows.size(), 900U);
  const Vector truth = data.target(result.held_out_rows);
  const double accuracy =
      static_cast<double>(count_equal(truth, chosen_classes(result.held_out))) / 900.0;
  EXPECT_NEAR(accuracy, result.fit.model.search->points.front().mean, 1e-12);
  ASSERT_TRUE(result.fit.model.calibration);
}

Evaluator::Point gaussian_along(Axes axes, double width) {
  Evaluator::Point point;
  point.options.family = Family::gaussian;
  point.options.axes = axes;
  point.options.width = width;
  return point;
}

/// Two features of which the second is nearly the first; the target depends on what they differ by, and on noise.
Dataset pair_of_features(Index rows, std::uint64_t seed, double noise) {
  testing::Random random(seed);
  const Matrix uniform = testing::uniform_matrix(random, rows, 3);
  Matrix points(rows, 2);
  points << uniform.col(0), uniform.col(0) + 0.3 * uniform.col(1);
  const Vector target = (8.0 * uniform.col(1).array()).sin() + noise * uniform.col(2).array();
  return regression_data(points, target);
}

TEST(Evaluator, MixturesOfFeaturesAreBestWhereTheyArePlainlyBetter) {
  int taken = 0;
  int refused = 0;  // though their loss is less
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Dataset data = pair_of_features(60, seed, seed > 10 ? 0.2 : 5.0);
    const SelectOptions options;
    const Alone alone;
    SearchMemo memo;
    Evaluator evaluator(data, options, {}, alone, {}, memo);
    evaluator.evaluate({gaussian_along(Axes::features, 0.5), gaussian_along(Axes::principal, 0.5)},
                       Evaluator::Patience::unlimited);

    const Vector plain = data.target - evaluator.held_out(0).col(0);
    const Vector turned = data.target - evaluator.held_out(1).col(0);
    const Vector gain = plain.cwiseAbs2() - turned.cwiseAbs2();
    const double variance = (gain.array() - gain.mean()).square().mean();
    const bool is_plain = gain.mean() > 2.0 * std::sqrt(variance / 60.0);
    EXPECT_EQ(evaluator.best(), std::optional<std::size_t>(is_plain ? 1 : 0)) << seed;
    taken += is_plain ? 1 : 0;
    refused += !is_plain && gain.mean() > 0.0 ? 1 : 0;
  }
  EXPECT_GT(taken, 0);
  EXPECT_GT(refused, 0);
}

TEST(Evaluator, WhereNothingIsCompleteFeaturesLeadBeforeTheirMixtures) {
  const Dataset data = pair_of_features(200, 1, 0.2);
  const SelectOptions options;
  const Alone alone;
  SearchMemo memo;
  FitOptions base;
  base.learn.threads = Threads(1);
  bool stop = false;
  Evaluator evaluator(
      data, options, base, alone, [&] { return stop; }, memo);
  evaluator.on_fit = [&] { stop = evaluator.fits() >= 4; };  // two folds of both
  evaluator.evaluate({gaussian_along(Axes::principal, 0.5), gaussian_along(Axes::features, 2.0)});
  ASSERT_EQ(evaluator.table()[0].folds, 2);
  ASSERT_EQ(evaluator.table()[1].folds, 2);
  EXPECT_LT(evaluator.mean_loss(0), evaluator.mean_loss(1));
  EXPECT_EQ(evaluator.best(), std::nullopt);
  EXPECT_EQ(evaluator.leader(), std::optional<std::size_t>(1));
}

TEST(Evaluator, FeaturesAreNotGivenUpForMixtures) {
  const Dataset data = pair_of_features(200, 1, 0.2);
  const SelectOptions options;
  const Alone alone;
  SearchMemo memo;
  Evaluator evaluator(data, options, {}, alone, {}, memo);
  evaluator.evaluate({gaussian_along(Axes::principal, 0.5), gaussian_along(Axes::features, 0.1)});
  const SearchPoint& turned = evaluator.table()[0];
  const SearchPoint& plain = evaluator.table()[1];
  EXPECT_GT(plain.mean, 1.2 * turned.mean);
  EXPECT_EQ(plain.folds, 5);

  // Among themselves they are, and mixtures are for whatever is better.
  evaluator.evaluate({gaussian_along(Axes::features, 0.001)});
  EXPECT_EQ(evaluator.table()[2].folds, 2);
  evaluator.evaluate({gaussian_along(Axes::principal, 0.001)});
  EXPECT_EQ(evaluator.table()[3].folds, 2);
}

}  // namespace
}  // namespace tkl
