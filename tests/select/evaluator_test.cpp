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

}  // namespace
}  // namespace tkl
