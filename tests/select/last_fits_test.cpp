#include "select/last_fits.hpp"

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

TEST(LastFits, OfAllRowsDoNotBeginWithoutTimeForOneLookAtAllPairs) {
  FitOptions base;
  base.learn.threads = Threads(1);
  SelectOptions options;
  options.time_limit = 0.3;
  bool begun = false;
  options.on_progress = [&](const SearchProgress& progress) {
    begun = begun || progress.stage == last_stage;
  };
  const Model model = select(example("friedman1", 20000, 1.0), base, options).fit.model;
  EXPECT_FALSE(begun);
  EXPECT_LT(model.training_rows, 1000);
}

TEST(LastFits, OfManyRowsAndFewFeaturesNeedNotSeeAllPairs) {
  const FitOptions base;
  const SelectOptions options;
  const Alone alone;
  const auto sees = [&](const Dataset& data, double rows, bool is_linear, Family family) {
    const LastFit last_fit{{}, {}, rows, is_linear};
    return sees_all_pairs({data, base, options, last_fit, alone}, family);
  };
  const Dataset two = example("circle", 50, 0.1);
  const Dataset ten = example("friedman1", 50, 0.1);
  EXPECT_FALSE(sees(two, 1e5, false, Family::reflected));
  EXPECT_TRUE(sees(two, 1e5, false, Family::gaussian));
  EXPECT_TRUE(sees(two, 1e4, false, Family::reflected));
  EXPECT_TRUE(sees(ten, 1e5, false, Family::reflected));
  EXPECT_FALSE(sees(ten, 1e5, true, Family::reflected));
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
