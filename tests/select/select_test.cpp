#include "tkl/select.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"
#include "select/coded_data.hpp"
#include "support/random.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/generate.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;

Dataset example(const char* name, Index rows, double noise) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = noise;
  options.seed = 3;
  return generate(name, options);
}

double error_on(const Model& model, const Dataset& test) {
  return model.task == Task::regression
             ? mean_squared_error(test.target, model.predict(test.points))
             : 1.0 - static_cast<double>(count_equal(test.target, model.predict(test.points))) /
                         static_cast<double>(test.rows());
}

/// Two classes by one of two features, of which one row in five has the other.
Dataset noisy_stripes(Index rows, std::uint64_t seed) {
  Random random(seed);
  const Matrix points = testing::uniform_matrix(random, rows, 2);
  std::vector<std::string> labels;
  for (Index i = 0; i < rows; ++i) {
    const bool wrong = random.uniform(0.0, 1.0) < 0.2;
    labels.emplace_back((points(i, 0) > 0.5) != wrong ? "right" : "left");
  }
  return classification_data(points, labels);
}

TEST(Select, BeatsTheDefaultsByFar) {
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

TEST(Select, KeepsWhatIsGiven) {
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

TEST(Select, IsTheSameForAnyNumberOfThreads) {
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

TEST(SelectSlow, TheReportedErrorOfPureNoiseIsNotTooGood) {
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

TEST(Select, PrefersAConstantOnlyToChance) {
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

TEST(SelectSlow, TheLastFitIsLikeThoseOfTheFolds) {
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

TEST(SelectSlow, ThePureNoiseOfClassesIsNotTooGoodEither) {
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

TEST(Select, HeldOutPredictionsAreThoseOfTheTable) {
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

TEST(Select, AMeanOfModelsIsWhatItsHeldOutPredictionsSay) {
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

TEST(Select, ClassesAreComparedByTheirLogLossUnlessAskedOtherwise) {
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

TEST(Select, ABoundOrTauIsGivenToKernelsThatHaveThem) {
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

TEST(Select, AMetricMayHaveNoMeaningInAFold) {
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

TEST(Select, TheOnlyRowOfAClassIsAlwaysLearnedFrom) {
  const Dataset some = noisy_stripes(60, 3);
  std::vector<std::string> labels;
  for (Index i = 0; i < 60; ++i)
    labels.push_back(some.classes[static_cast<std::size_t>(some.target(i))]);
  labels[17] = "neither";
  const Dataset data = classification_data(some.points, labels);
  const SearchResult result = select(data, {});
  ASSERT_TRUE(result.fit.model.search.has_value());
  EXPECT_EQ(result.held_out_rows.size(), 59U);
  EXPECT_TRUE(std::find(result.held_out_rows.begin(), result.held_out_rows.end(), 17) ==
              result.held_out_rows.end());
  EXPECT_EQ(
      result.fit.model.probabilities_from(result.fit.model.decision_values(data.points)).cols(), 3);
}

TEST(Select, NothingIsTriedTwice) {
  for (const char* name : {"friedman1", "spirals"}) {
    const SearchResult result = select(example(name, 150, 0.1), {});
    std::set<std::string> tried;
    for (const SearchPoint& point : result.fit.model.search->points) {
      std::string words = std::string(to_string(point.family)) + std::string(to_string(point.loss));
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

TEST(Select, SquaredLossesCompeteForBothTasks) {
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

TEST(Select, AWarpIsTriedWhereFeaturesAreSkewed) {
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

TEST(Select, CodesAreFoundWhereNumbersAreNames) {
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

TEST(Select, QuantitiesOfWholeNumbersLoseNothing) {
  const Dataset data = testing::coded_data(150, true);
  const Dataset fresh = testing::coded_data(1000, true, 99);
  SelectOptions options;
  const Model model = select(data, {}, options).fit.model;
  options.given.codes = true;
  const Model without = select(data, {}, options).fit.model;
  EXPECT_LT(error_on(model, fresh), 1.2 * error_on(without, fresh));
}

TEST(Select, ManyRowsAreJudgedOnOneFifth) {
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

TEST(Select, GridTriesEveryCombination) {
  const Dataset data = example("circle", 60, 0.1);
  FitOptions base;
  SelectOptions options;
  options.strategy = Strategy::grid;
  options.given.family = true;
  options.given.degree = true;
  // 7 bounds, 2 taus, 4 costs
  EXPECT_EQ(select(data, base, options).fit.model.search->points.size(), 56U);
}

TEST(Select, GroupsStayTogether) {
  Dataset data = example("friedman1", 60, 1.0);
  for (int i = 0; i < 60; ++i) data.groups.push_back(i / 4);
  const std::vector<int> fold = assign_folds(data, 5, 1);
  std::vector<int> size(5, 0);
  for (std::size_t i = 0; i < 60; ++i) {
    EXPECT_EQ(fold[i], fold[i / 4 * 4]);
    ++size[static_cast<std::size_t>(fold[i])];
  }
  for (const int count : size) EXPECT_EQ(count, 12);
  EXPECT_TRUE(contains(error_of([&] { assign_folds(data, 16, 1); }), "only 15 groups"));
}

TEST(Select, FewGroupsAreNoObstacle) {
  Dataset data = example("friedman1", 60, 1.0);
  for (int i = 0; i < 60; ++i) data.groups.push_back(i % 6);
  EXPECT_EQ(select(data, {}).held_out.rows(), 60);
}

TEST(Select, FoldsThatTakeAwayAClassAreLeftOut) {
  Dataset data = example("circle", 60, 0.1);
  data.groups.clear();
  for (Index i = 0; i < 60; ++i) data.groups.push_back(static_cast<int>(i % 3));
  EXPECT_EQ(select(data, {}).fit.model.search->folds, 3);
  for (Index i = 0; i < 60; ++i) {
    if (data.target(i) == 1.0) data.groups[static_cast<std::size_t>(i)] = 0;
  }
  const SearchResult result = select(data, {});
  EXPECT_EQ(result.fit.model.search->folds, 2);  // without group 0 there is one class
  for (const Index row : result.held_out_rows) {
    EXPECT_NE(data.groups[static_cast<std::size_t>(row)], 0);
  }
  for (Index i = 0; i < 60; ++i) {
    data.groups[static_cast<std::size_t>(i)] = static_cast<int>(data.target(i));
  }
  EXPECT_TRUE(contains(error_of([&] { select(data, {}); }), "every class"));
}

TEST(Select, WithoutTimeThereIsAModelAnyway) {
  const Dataset data = example("friedman1", 500, 1.0);
  SelectOptions options;
  options.time_limit = 0.3;
  const SearchResult result = select(data, {}, options);
  EXPECT_EQ(result.fit.model.search->status, Status::time_limit);
  EXPECT_EQ(result.fit.model.predict(data.points).size(), 500);
}

TEST(Select, AnInterruptionYieldsTheBestModelSoFar) {
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

TEST(Select, TinyDataAreFittedAsTheyAre) {
  const Dataset data =
      regression_data((Matrix(3, 1) << 1, 2, 3).finished(), (Vector(3) << 1, 4, 9).finished());
  EXPECT_FALSE(select(data, {}).fit.model.search.has_value());
}

TEST(Select, ATargetThatIsTheSameEverywhereIsPredicted) {
  Dataset data = example("friedman1", 60, 1.0);
  data.target.setConstant(5.25);
  for (const Strategy strategy : {Strategy::automatic, Strategy::grid}) {
    SelectOptions options;
    options.strategy = strategy;
    const Model model = select(data, {}, options).fit.model;
    EXPECT_TRUE(model.predict(data.points).isConstant(5.25));
    EXPECT_EQ(model.interval_radius(0.9), 0.0);
  }
}

TEST(Select, RefusesWhatMakesNoSense) {
  const Dataset data = example("friedman1", 40, 1.0);
  SelectOptions options;
  options.metric = Metric::accuracy;
  EXPECT_TRUE(contains(error_of([&] { select(data, {}, options); }), "accuracy"));
  options.metric = {};
  options.folds = 1;
  EXPECT_TRUE(contains(error_of([&] { select(data, {}, options); }), "at least 2 folds"));
}

TEST(Select, WithoutAnyTimeThereIsStillAModelThatKnowsSomething) {
  const Dataset data = example("friedman1", 3000, 0.5);
  FitOptions base;
  base.learn.stop = [] { return true; };
  const Model model = select(data, base).fit.model;
  EXPECT_EQ(model.certificate.status, Status::interrupted);
  EXPECT_GT(squared_correlation(data.target, model.predict(data.points)), 0.7);
}

TEST(Select, GoesOnFromACheckpointOfTheSearch) {
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
