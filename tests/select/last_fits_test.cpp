#include <gtest/gtest.h>

#include "select/examples.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::error_on;
using testing::example;

TEST(LastFitsSlow, TheLastFitIsLikeThoseOfTheFolds) {
  // The evidence of so few rows has several peaks, on which folds and all rows may find different scales.
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    GeneratorOptions generator;
    generator.rows = 120;
    generator.noise = 1.0;
    generator.seed = seed;
    const Dataset data = generate("friedman1", generator);
    const Model model = select(data, {}).fit.model;
    EXPECT_LT(error_on(model, data), 1.5 * model.search->reached) << seed;
  }
}

TEST(LastFits, WithoutTimeThereIsAModelAnyway) {
  const Dataset data = example("friedman1", 500, 1.0);
  SelectOptions options;
  options.time_limit = 0.3;
  const SearchResult result = select(data, {}, options);
  EXPECT_EQ(result.fit.model.search->status, Status::time_limit);
  EXPECT_EQ(result.fit.model.predict(data.points).size(), 500);
}

TEST(LastFits, PointsThatTimeRanOutForAreNotSaidToBeGivenUp) {
  const Dataset data = example("friedman1", 150, 1.0);
  FitOptions base;
  bool stop = false;
  base.learn.stop = [&] { return stop; };
  SelectOptions options;
  options.on_progress = [&](const SearchProgress& progress) { stop = progress.done >= 3; };
  const SearchRecord record = *select(data, base, options).fit.model.search;
  int incomplete = 0;
  for (const SearchPoint& point : record.points) {
    EXPECT_NE(record.outcome_of(point), "given up");
    incomplete += record.outcome_of(point) == "incomplete" ? 1 : 0;
  }
  EXPECT_GT(incomplete, 0);
}

TEST(LastFits, AnInterruptionYieldsTheBestModelSoFar) {
  const Dataset data = example("friedman1", 150, 1.0);
  FitOptions base;
  bool stop = false;
  base.learn.stop = [&] { return stop; };
  SelectOptions options;
  options.on_progress = [&](const SearchProgress& progress) { stop = progress.best.has_value(); };
  const SearchResult result = select(data, base, options);
  EXPECT_EQ(result.fit.model.search->status, Status::interrupted);
  EXPECT_EQ(result.fit.model.certificate.status, Status::interrupted);
  const double variance = (data.target.array() - data.target.mean()).square().mean();
  EXPECT_LT(error_on(result.fit.model, data), 0.3 * variance);
}

TEST(LastFits, WithoutAnyTimeThereIsStillAModelThatKnowsSomething) {
  const Dataset data = example("friedman1", 3000, 0.5);
  FitOptions base;
  base.learn.stop = [] { return true; };
  const Model model = select(data, base).fit.model;
  EXPECT_EQ(model.certificate.status, Status::interrupted);
  EXPECT_GT(squared_correlation(data.target, model.predict(data.points)), 0.7);
}

}  // namespace
}  // namespace tkl
