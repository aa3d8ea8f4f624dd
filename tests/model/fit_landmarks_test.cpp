/// Models made of landmarks: against exact ones, alone and in teams.

#include "model/fit_landmarks.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/landmark_checkpoint.hpp"
#include "model/landmark_plan.hpp"
#include "model/temporary_folder.hpp"
#include "select/coded_data.hpp"
#include "support/thread_team.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

Dataset example(const char* name, Index rows, double noise, std::uint64_t seed = 3) {
  GeneratorOptions options;
  options.rows = rows;
  options.noise = noise;
  options.seed = seed;
  return generate(name, options);
}

FitOptions with_landmarks(Index count) {
  FitOptions options;
  options.landmarks = count;
  options.learn.tolerance = 1e-4;
  return options;
}

double error_of_model(const Model& model, const Dataset& test) {
  return mean_squared_error(test.target, model.predict(test.points));
}

TEST(FitLandmarks, WithAllRowsIsTheExactFit) {
  const Dataset data = example("friedman1", 300, 1.0);
  const Model exact = fit(data, with_landmarks(0)).model;
  const Model restricted = fit(data, with_landmarks(300)).model;
  EXPECT_FALSE(exact.landmarks);
  ASSERT_TRUE(restricted.landmarks);
  // Both are certified: what one reaches is above what the other proves.
  EXPECT_LE(exact.certificate.lower, restricted.certificate.upper * (1.0 + 1e-6));
  EXPECT_LE(restricted.certificate.lower, exact.certificate.upper * (1.0 + 1e-6));
  EXPECT_LE(restricted.certificate.relative_gap(), 1e-3);
  const Vector difference =
      exact.decision_values(data.points) - restricted.decision_values(data.points);
  EXPECT_LE(difference.norm() / std::sqrt(300.0), 0.02);
}

TEST(FitLandmarks, FewOfThemAreNearlyAsGoodWhereTheTargetIsSmooth) {
  const Dataset data = example("friedman1", 2000, 1.0);
  const Dataset test = example("friedman1", 1000, 0.0, 9);
  FitOptions options = with_landmarks(0);
  options.bound = 3.0;
  const double exact = error_of_model(fit(data, options).model, test);
  options.landmarks = 300;
  const Model model = fit(data, options).model;
  EXPECT_EQ(model.support.size(), 300U);
  EXPECT_EQ(model.training_rows, 2000);
  EXPECT_LE(error_of_model(model, test), 1.2 * exact);
}

TEST(FitLandmarks, TellTwoClassesApart) {
  const Dataset data = example("spirals", 900, 0.0);
  FitOptions options = with_landmarks(200);
  options.bound = 0.1;
  options.cost = 100.0;
  const Model model = fit(data, options).model;
  EXPECT_GE(count_equal(data.target, model.predict(data.points)), 870);
}

TEST(FitLandmarks, TellSeveralClassesApart) {
  Dataset data = example("friedman1", 1200, 0.0);
  // Three classes by the value.
  data.task = Task::classification;
  data.classes = {"high", "low", "middle"};
  Vector sorted = data.target;
  std::sort(sorted.begin(), sorted.end());
  for (double& value : data.target) {
    value = value < sorted(400) ? 1.0 : value < sorted(800) ? 2.0 : 0.0;
  }
  for (const Multiclass scheme : {Multiclass::one_vs_one, Multiclass::one_vs_rest}) {
    FitOptions options = with_landmarks(200);
    options.multiclass = scheme;
    const Model model = fit(data, options).model;
    EXPECT_EQ(model.machines.size(), 3U);
    EXPECT_GE(count_equal(data.target, model.predict(data.points)), 1100);
  }
}

TEST(FitLandmarks, AModelComesBackFromItsFile) {
  const Dataset data = example("friedman1", 400, 1.0);
  const Model model = fit(data, with_landmarks(60)).model;
  const Model back = deserialise(serialise(model), "memory");
  ASSERT_TRUE(back.landmarks);
  EXPECT_EQ(back.landmarks->kernel_rows, model.landmarks->kernel_rows);
  EXPECT_EQ(back.landmarks->svm_gap, model.landmarks->svm_gap);
  EXPECT_EQ(back.predict(data.points), model.predict(data.points));
}

TEST(FitLandmarks, RowsOfWeightZeroAreAsIfTheyWereNotThere) {
  Dataset data = example("friedman1", 600, 1.0);
  data.weights = Vector::Ones(600);
  data.weights.head(300).setZero();
  const FitOptions options = with_landmarks(300);
  const Model model = fit(data, options).model;
  EXPECT_EQ(model.training_rows, 600);
  EXPECT_GE(model.support.front(), 300);
  const Model back = deserialise(serialise(model), "memory");
  std::vector<Index> others;
  for (Index i = 300; i < 600; ++i) others.push_back(i);
  const Vector alone = fit(select_rows(data, others), options).model.predict(data.points);
  EXPECT_LE((back.predict(data.points) - alone).norm(), 1e-2 * alone.norm());
}

TEST(FitLandmarks, RefuseALimitThatTheyCannotKeep) {
  const Dataset data = example("friedman1", 3000, 1.0);
  FitOptions options = with_landmarks(300);
  options.memory_limit = 1e6;
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "more than the limit of 1 MB"));
}

TEST(FitLandmarks, HaveTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = example("friedman1", 1500, 1.0);
  FitOptions options = with_landmarks(100);
  options.learn.threads = Threads(1);
  const Model one = fit(data, options).model;
  options.learn.threads = Threads(3);
  EXPECT_EQ(one.machines[0].weights, fit(data, options).model.machines[0].weights);
}

TEST(FitLandmarks, AreTheSameWhereFeaturesAreComputedForLackOfMemory) {
  const Dataset data = example("friedman1", 3000, 1.0);
  FitOptions options = with_landmarks(300);
  options.tau = 1.0;
  options.loss = Loss::squared;
  const Model stored = fit(data, options).model;
  options.memory_limit = estimated_memory(3000, 5, options) - 1e6;
  const Model computed = fit(data, options).model;
  EXPECT_LE(estimated_memory(3000, 5, options), options.memory_limit);
  EXPECT_LE((stored.predict(data.points) - computed.predict(data.points)).norm(),
            1e-4 * stored.predict(data.points).norm());
}

TEST(FitLandmarks, ATeamMakesTheModelOfOneHoweverRowsAreDealtOut) {
  Dataset data = example("friedman1", 1200, 1.0);
  data.points.col(3) = (3.0 * data.points.col(3)).array().floor();
  for (const Loss loss : {Loss::linear, Loss::squared}) {
    FitOptions options = with_landmarks(120);
    options.loss = loss;
    options.warp = true;
    options.axes = loss == Loss::linear ? Axes::features : Axes::principal;
    options.codes = {{3, Vector{{0.0, 1.0, 2.0}}}};
    const Vector alone = fit(data, options).model.predict(data.points);
    testing::ThreadTeam team(3);
    team.run([&](const Team& member) {
      const std::vector<Index> cuts = {0, 100, 800, 1200};
      std::vector<Index> rows;
      const auto rank = static_cast<std::size_t>(member.rank());
      for (Index i = cuts[rank]; i < cuts[rank + 1]; ++i) rows.push_back(i);
      FitOptions own = options;
      own.learn.threads = Threads(1);
      const Model model = fit(select_rows(data, rows), own, member).model;
      EXPECT_EQ(model.training_rows, 1200);
      EXPECT_LE((model.predict(data.points) - alone).norm(), 1e-3 * alone.norm());
    });
  }
}

TEST(FitLandmarks, ATeamSearchesTogether) {
  const Dataset data = example("friedman1", 400, 1.0);
  const Dataset test = example("friedman1", 500, 0.0, 9);
  SelectOptions select_options;
  select_options.most_models = 2;
  std::vector<double> errors(2);
  testing::ThreadTeam team(2);
  team.run([&](const Team& member) {
    std::vector<Index> rows;
    for (Index i = 200 * member.rank(); i < 200 * (member.rank() + 1); ++i) rows.push_back(i);
    FitOptions options = with_landmarks(FitOptions::automatic);
    options.learn.threads = Threads(1);
    const SearchResult result = select(select_rows(data, rows), options, select_options, member);
    errors[static_cast<std::size_t>(member.rank())] = error_of_model(result.fit.model, test);
    ASSERT_TRUE(result.fit.model.search);
    EXPECT_GT(result.fit.model.search->points.size(), 5U);
  });
  EXPECT_EQ(errors[0], errors[1]);
  EXPECT_LE(errors[0], 0.3);
}

TEST(FitLandmarks, ATeamFindsCodesTogether) {
  const Dataset data = testing::coded_data(300, false);
  SelectOptions select_options;
  select_options.most_models = 1;
  testing::ThreadTeam team(2);
  team.run([&](const Team& member) {
    std::vector<Index> rows;
    for (Index i = 150 * member.rank(); i < 150 * (member.rank() + 1); ++i) rows.push_back(i);
    FitOptions options = with_landmarks(FitOptions::automatic);
    options.learn.threads = Threads(1);
    const Model model = select(select_rows(data, rows), options, select_options, member).fit.model;
    EXPECT_EQ(features_of(model.feature_scaler.codes()), std::vector<Index>({1}));
  });
}

TEST(FitLandmarks, GoOnFromACheckpoint) {
  const testing::TemporaryFolder folder;
  const Dataset data = example("friedman1", 1500, 1.0);
  FitOptions options = with_landmarks(100);
  options.checkpoint = folder / "checkpoint";
  options.checkpoint_seconds = 0.0;
  const Vector whole = fit(data, options).model.predict(data.points);
  ASSERT_TRUE(std::filesystem::exists(options.checkpoint));

  // What a run leaves behind that is cut off after some steps.
  LandmarkCheckpoint half = load_checkpoint(options.checkpoint);
  const RestrictedSolution solved = half.solved.at(0);
  half.solved.clear();
  half.state.emplace();
  half.state->u = 0.9 * solved.u;
  half.state->b = solved.b;
  half.state->width = 0.1;
  half.state->past.push_back({solved.u, solved.b, 0.3});
  save_checkpoint(half, options.checkpoint);
  options.resume = true;
  const FitResult resumed = fit(data, options);
  EXPECT_EQ(resumed.seconds.step, 0.0) << "P is known and must not be learned again";
  EXPECT_LE((resumed.model.predict(data.points) - whole).norm(), 1e-3 * whole.norm());

  options.cost *= 2.0;
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "other data or options"));
  std::ofstream(options.checkpoint) << "{}";
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "this is no checkpoint"));
}

TEST(FitLandmarks, AreChosenAutomaticallyForManyRowsOnly) {
  FitOptions options;
  EXPECT_EQ(landmarks_for(20000, 5, options), 0);
  EXPECT_GE(landmarks_for(20001, 5, options), 1000) << "without a limit memory may be short";
  options.memory_limit = 1e11;
  EXPECT_EQ(landmarks_for(50000, 5, options), 0);
  EXPECT_GE(landmarks_for(50001, 5, options), 1000);
  EXPECT_GE(affordable_landmarks(50000, options), 1000) << "what a team takes";
  EXPECT_GE(landmarks_for(1000000, 5, options), 900);
  options.memory_limit = 4e9;
  EXPECT_EQ(landmarks_for(25000, 5, options), 0);
  EXPECT_GE(landmarks_for(40000, 5, options), 1000) << "too many for that memory";
  options.memory_limit = 2e9;
  EXPECT_EQ(landmarks_for(20000, 5, options), 0) << "in any memory";
  const Index few = landmarks_for(1000000, 5, options);
  EXPECT_GE(few, 200);
  EXPECT_LE(4e6 * static_cast<double>(few), 0.6 * options.memory_limit + 4e6 * 300);
  EXPECT_EQ(landmarks_for(1000000, 2, options), 0) << "products are fast there";
  EXPECT_GT(landmarks_for(1000001, 2, options), 0);
  EXPECT_EQ(landmarks_for(200000, 3, options), 0) << "and not much slower here";
  EXPECT_GT(landmarks_for(200001, 3, options), 0);
  options.family = Family::gaussian;
  EXPECT_GT(landmarks_for(20001, 2, options), 0);
  options.landmarks = 0;
  EXPECT_EQ(landmarks_for(1000000, 5, options), 0);
  options.landmarks = -7;
  EXPECT_TRUE(contains(error_of([&] { fit(example("friedman1", 30, 1.0), options); }),
                       "landmarks must not be negative"));
}

}  // namespace
}  // namespace tkl
