#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"
#include "select/coded_data.hpp"
#include "select/examples.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::error_on;
using testing::example;
using testing::noisy_stripes;

TEST(Search, BeatsTheDefaultsByFar) {
  const Dataset train = example("friedman1", 200, 1.0);
  GeneratorOptions fresh;
  fresh.rows = 1000;
  fresh.noise = 0.0;
  fresh.seed = 9;
  const Dataset test = generate("friedman1", fresh);
  const SearchResult result = select(train, {});
  EXPECT_LT(error_on(result.fit.model, test), 0.5 * error_on(fit(train).model, test));
  // Of the noise, variance 1, nobody can predict anything.
  EXPECT_NEAR(result.fit.model.search->expected, 1.0 + error_on(result.fit.model, test), 0.6);
}

TEST(Search, KeepsWhatIsGiven) {
  const Dataset data = example("friedman1", 80, 1.0);
  FitOptions base;
  base.family = Family::tessellated;
  base.degree = 2;
  base.bound = 0.7;
  base.cost = 33.0;
  base.tube = 0.125;
  base.tau = 0.25;
  SelectOptions options;
  options.given = Given::everything();
  const SearchResult all = select(data, base, options);
  ASSERT_EQ(all.fit.model.search->points.size(), 1U);
  EXPECT_EQ(all.fit.model.cost, 33.0);
  EXPECT_EQ(all.fit.model.tube, 0.125);

  options.given = {};
  options.given.family = true;
  options.given.cost = true;
  const SearchResult some = select(data, base, options);
  for (const SearchPoint& point : some.fit.model.search->points) {
    EXPECT_EQ(point.family, Family::tessellated);
    EXPECT_EQ(point.cost, 33.0);
  }
}

TEST(Search, ABoundOrTauIsGivenToKernelsThatHaveThem) {
  const Dataset data = example("friedman1", 80, 1.0);
  FitOptions base;
  base.bound = 0.7;
  base.tau = 0.3;
  for (const bool is_bound : {true, false}) {
    SelectOptions options;
    (is_bound ? options.given.scale : options.given.tau) = true;
    const Model model = select(data, base, options).fit.model;
    for (const SearchPoint& point : model.search->points) {
      EXPECT_FALSE(is_radial(point.family));
      EXPECT_EQ(is_bound ? point.scale : point.tau, is_bound ? 0.7 : 0.3);
    }
  }
}

TEST(Search, IsTheSameForAnyNumberOfThreads) {
  const Dataset data = example("circle", 90, 0.1);
  FitOptions one;
  one.learn.threads = Threads(1);
  FitOptions three;
  three.learn.threads = Threads(3);
  const SearchResult a = select(data, one);
  const SearchResult b = select(data, three);
  const SearchRecord& left = *a.fit.model.search;
  const SearchRecord& right = *b.fit.model.search;
  ASSERT_EQ(left.points.size(), right.points.size());
  for (std::size_t k = 0; k < left.points.size(); ++k) {
    EXPECT_EQ(left.points[k].mean, right.points[k].mean);
    EXPECT_EQ(left.points[k].cost, right.points[k].cost);
  }
  EXPECT_EQ(left.expected, right.expected);
  EXPECT_EQ(a.held_out, b.held_out);
  EXPECT_EQ(a.fit.model.decision_values(data.points), b.fit.model.decision_values(data.points));
}

TEST(Search, NothingIsTriedTwice) {
  for (const char* name : {"friedman1", "spirals"}) {
    const SearchResult result = select(example(name, 150, 0.1), {});
    std::set<std::string> tried;
    for (const SearchPoint& point : result.fit.model.search->points) {
      std::string words = std::string(to_string(point.family)) + std::string(to_string(point.loss));
      words += to_string(point.axes);
      for (const Index feature : point.codes) words += " code " + std::to_string(feature);
      for (const double value :
           {static_cast<double>(point.warp), static_cast<double>(point.degree), point.scale,
            static_cast<double>(point.per_feature), point.tau, point.cost, point.tube}) {
        words += " " + std::to_string(value);
      }
      EXPECT_TRUE(tried.insert(words).second) << name << ": " << words;
    }
  }
}

TEST(Search, ClassesAreComparedByTheirLogLossUnlessAskedOtherwise) {
  const Dataset data = noisy_stripes(150, 31);
  const SearchResult by_default = select(data, {});
  SelectOptions asked;
  asked.metric = Metric::log_loss;
  const SearchResult by_log_loss = select(data, {}, asked);
  const SearchRecord& record = *by_default.fit.model.search;
  const SearchRecord& same = *by_log_loss.fit.model.search;
  EXPECT_EQ(record.metric, Metric::accuracy);
  ASSERT_EQ(record.points.size(), same.points.size());
  EXPECT_EQ(record.chosen, same.chosen);
  ASSERT_EQ(record.members.size(), same.members.size());
  EXPECT_EQ(by_default.held_out, by_log_loss.held_out);
  // What is reported is what was asked for.
  const Vector chosen = chosen_classes(by_default.held_out);
  EXPECT_NEAR(record.reached, (chosen.array() == data.target.array()).cast<double>().mean(), 1e-12);
  // A calibration on the rows that it is judged by would promise more.
  const double flattered = measure(Metric::log_loss, data.target, by_log_loss.held_out, {});
  EXPECT_GT(same.reached, flattered);
  EXPECT_LT(same.reached, flattered + 0.05);
}

TEST(Search, SquaredLossesCompeteForBothTasks) {
  const auto losses = [](const Dataset& data, const SelectOptions& options) {
    std::set<Loss> seen;
    const Model model = select(data, {}, options).fit.model;
    for (const SearchPoint& point : model.search->points) seen.insert(point.loss);
    return seen;
  };
  const std::set<Loss> both = {Loss::linear, Loss::squared};
  EXPECT_EQ(losses(example("friedman1", 80, 1.0), {}), both);
  EXPECT_EQ(losses(noisy_stripes(80, 32), {}), both);
  SelectOptions given;
  given.given.loss = true;
  EXPECT_EQ(losses(noisy_stripes(80, 32), given), std::set<Loss>{Loss::linear});
}

TEST(Search, AWarpIsTriedWhereFeaturesAreSkewed) {
  Dataset data = example("friedman1", 120, 1.0);
  const auto warps = [&](const SelectOptions& options) {
    std::set<bool> seen;
    const SearchResult result = select(data, {}, options);
    for (const SearchPoint& point : result.fit.model.search->points) seen.insert(point.warp);
    return seen;
  };
  SelectOptions options;
  EXPECT_EQ(warps(options), std::set<bool>{false});  // its features are uniform
  data.points = (12.0 * data.points).array().exp();
  EXPECT_TRUE(warps(options).contains(true));
  options.given.warp = true;
  EXPECT_EQ(warps(options), std::set<bool>{false});
}

/// Two features that go together; the target is about how they differ.
Dataset differences(Index rows, std::uint64_t seed) {
  testing::Random random(seed);
  const Matrix uniform = testing::uniform_matrix(random, rows, 4);
  Matrix points(rows, 3);
  Vector target(rows);
  for (Index i = 0; i < rows; ++i) {
    const double size = uniform(i, 0);
    const double difference = uniform(i, 1);
    points.row(i) << size, size + 0.1 * difference, uniform(i, 2);
    target(i) = std::sin(8.0 * difference) + 0.2 * uniform(i, 3);
  }
  return regression_data(points, target);
}

TEST(Search, PrincipalAxesAreTakenWhereDifferencesMatter) {
  const Dataset data = differences(150, 5);
  const Dataset fresh = differences(1000, 6);
  SelectOptions options;
  const SearchResult turned = select(data, {}, options);
  const SearchRecord& record = *turned.fit.model.search;
  EXPECT_EQ(record.points[record.chosen].axes, Axes::principal);
  options.given.axes = true;
  const SearchResult plain = select(data, {}, options);
  for (const SearchPoint& point : plain.fit.model.search->points) {
    EXPECT_EQ(point.axes, Axes::features);
  }
  EXPECT_LT(error_on(turned.fit.model, fresh), 0.8 * error_on(plain.fit.model, fresh));
  FitOptions base;
  base.axes = Axes::principal;
  const SearchResult always = select(data, base, options);
  for (const SearchPoint& point : always.fit.model.search->points) {
    EXPECT_EQ(point.axes, Axes::principal);
  }
}

TEST(Search, PrincipalAxesAreNotTriedWhereFeaturesDoNotGoTogether) {
  const Model model = select(example("friedman1", 400, 1.0), {}).fit.model;
  for (const SearchPoint& point : model.search->points) EXPECT_EQ(point.axes, Axes::features);
}

TEST(Search, CodesAreFoundWhereNumbersAreNames) {
  const Dataset data = testing::coded_data(150, false);
  const Dataset fresh = testing::coded_data(1000, false, 99);
  const Model model = select(data, {}).fit.model;
  const SearchRecord& record = *model.search;
  EXPECT_EQ(record.points[record.chosen].codes, std::vector<Index>({1}));
  EXPECT_EQ(features_of(model.feature_scaler.codes()), std::vector<Index>({1}));
  EXPECT_EQ(model.features(), 3);

  SelectOptions options;
  options.given.codes = true;
  const Model without = select(data, {}, options).fit.model;
  for (const SearchPoint& point : without.search->points) EXPECT_TRUE(point.codes.empty());
  EXPECT_TRUE(without.feature_scaler.codes().empty());
  EXPECT_LT(error_on(model, fresh), 0.3 * error_on(without, fresh));
}

TEST(Search, QuantitiesOfWholeNumbersLoseNothing) {
  const Dataset data = testing::coded_data(150, true);
  const Dataset fresh = testing::coded_data(1000, true, 99);
  SelectOptions options;
  const Model model = select(data, {}, options).fit.model;
  options.given.codes = true;
  const Model without = select(data, {}, options).fit.model;
  EXPECT_LT(error_on(model, fresh), 1.2 * error_on(without, fresh));
}

TEST(Search, GridTriesEveryCombination) {
  const Dataset data = example("circle", 60, 0.1);
  FitOptions base;
  SelectOptions options;
  options.strategy = Strategy::grid;
  options.given.family = true;
  options.given.degree = true;
  // 7 bounds, 2 taus, 4 costs
  EXPECT_EQ(select(data, base, options).fit.model.search->points.size(), 56U);
}

TEST(Search, NoMoreTimeIsSaidToBeLeftThanTheLimitLeaves) {
  const Dataset data = example("circle", 60, 0.1);
  SelectOptions options;
  options.strategy = Strategy::grid;
  options.time_limit = 0.2;
  int told = 0;
  bool was_short = false;  // of time for all that was to be tried
  options.on_progress = [&](const SearchProgress& progress) {
    if (!progress.seconds_to_go) return;
    ++told;
    const double left = std::max(0.0, options.time_limit - progress.seconds);
    EXPECT_LE(*progress.seconds_to_go, left);
    const double each = progress.seconds / progress.done;
    was_short = was_short || each * (progress.expected - progress.done) > left;
  };
  select(data, {}, options);
  EXPECT_GT(told, 0);
  EXPECT_TRUE(was_short);

  // Without a limit it is the time of the fits so far that tells.
  options.time_limit = std::numeric_limits<double>::infinity();
  options.given = Given::everything();
  options.on_progress = [](const SearchProgress& progress) {
    if (!progress.seconds_to_go) return;
    // Not that of the screening.
    const double most = progress.seconds * (5.0 / progress.done - 1.0);
    EXPECT_LE(*progress.seconds_to_go, most);
    EXPECT_EQ(*progress.seconds_to_go > 0.0, most > 0.0);
  };
  select(data, {}, options);
}

TEST(Search, SeesAsManyRowsAsTheTimeLimitAllows) {
  const Dataset data = example("circle", 3000, 0.1);
  FitOptions base;
  base.learn.threads = Threads(1);
  SelectOptions options;
  options.strategy = Strategy::grid;
  options.given = Given::everything();
  EXPECT_EQ(select(data, base, options).fit.model.search->rows, 3000);
  options.time_limit = 4.0;
  EXPECT_EQ(select(data, base, options).fit.model.search->rows, 1600);
}

TEST(Search, WhereTimeIsLimitedTheFirstPointNeedsNoScalesToBeLearned) {
  const Dataset data = example("friedman1", 150, 1.0);
  SelectOptions options;
  const auto points = [&] { return select(data, {}, options).fit.model.search->points; };
  ASSERT_TRUE(points().front().per_feature);
  options.time_limit = 1000.0;
  const std::vector<SearchPoint> limited = points();
  EXPECT_FALSE(limited.front().per_feature);
  EXPECT_TRUE(limited[1].per_feature);
}

TEST(Search, GoesOnFromACheckpointOfTheSearch) {
  const testing::TemporaryFolder folder;
  const Dataset data = example("friedman1", 120, 1.0);
  FitOptions base;
  base.checkpoint = folder / "model.checkpoint";
  base.checkpoint_seconds = 0.0;
  const SearchResult first = select(data, base);
  ASSERT_TRUE(std::filesystem::exists(search_checkpoint(base.checkpoint)));
  base.resume = true;
  const SearchResult again = select(data, base);
  const auto& before = first.fit.model.search->points;
  const auto& after = again.fit.model.search->points;
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t k = 0; k < before.size(); ++k) {
    EXPECT_EQ(before[k].mean, after[k].mean);
    EXPECT_EQ(before[k].seconds, after[k].seconds) << "measured once, so nothing was fitted again";
  }
  EXPECT_EQ(first.fit.model.predict(data.points), again.fit.model.predict(data.points));
  EXPECT_EQ(first.fit.model.search->expected, again.fit.model.search->expected);
  EXPECT_TRUE(contains(error_of([&] { select(example("friedman1", 121, 1.0), base); }),
                       "other data or options"));
}

}  // namespace
}  // namespace tkl
