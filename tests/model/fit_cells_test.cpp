/// Models with cells beside landmarks: against exact ones, and against what they say of themselves.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "data/expect_error.hpp"
#include "model/landmark_plan.hpp"
#include "model/model_bytes.hpp"
#include "support/thread_team.hpp"
#include "tkl/explain.hpp"
#include "tkl/fit.hpp"
#include "tkl/generate.hpp"
#include "tkl/metrics.hpp"

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

FitOptions with_cells(Index landmarks, Index cells) {
  FitOptions options;
  options.landmarks = landmarks;
  options.cells = cells;
  options.learn.tolerance = 1e-4;
  return options;
}

Model without_companions(Model model) {
  model.companions.clear();
  model.share = 1.0;
  return model;
}

double error_of_model(const Model& model, const Dataset& test) {
  return mean_squared_error(test.target, model.predict(test.points));
}

TEST(FitCells, OneCellOfAllRowsIsTheExactFit) {
  const Dataset data = example("friedman1", 300, 1.0);
  FitOptions options = with_cells(30, 1000);
  for (const Loss loss : {Loss::linear, Loss::squared}) {
    options.loss = loss;
    const Model cells = fit(data, options).model;
    ASSERT_TRUE(cells.cells);
    EXPECT_EQ(cells.cells->tree.cells(), 1);
    FitOptions exact_options = options;
    exact_options.landmarks = 0;
    exact_options.learn.tolerance = 1e-5;
    const Model exact = fit(data, exact_options).model;
    EXPECT_NEAR(cells.certificate.upper, exact.certificate.upper, 1e-3 * exact.certificate.upper);
    EXPECT_LE((cells.decision_values(data.points) - exact.decision_values(data.points)).norm(),
              0.02 * std::sqrt(300.0));
  }
}

TEST(FitCells, PredictionsAreThoseThatWereCertified) {
  // ½wᵀK̃w + Σ loss, with K̃w = f - b from the predictions of the rows themselves.
  const Dataset data = example("friedman1", 900, 1.0);
  FitOptions options = with_cells(40, 120);
  options.tau = 1.0;
  const Model model = without_companions(fit(data, options).model);
  ASSERT_GE(model.cells->tree.cells(), 8);
  const Machine& machine = model.machines.front();
  const Vector f = model.decision_values(data.points).col(0);
  Vector w = Vector::Zero(900);
  for (std::size_t k = 0; k < machine.support.size(); ++k) {
    w(model.support[static_cast<std::size_t>(machine.support[k])]) =
        machine.weights(static_cast<Index>(k));
  }
  EXPECT_NEAR(w.sum(), 0.0, 1e-6);
  const Vector residual = (model.target_scaler.transform(data.target) - f).cwiseAbs();
  const double losses = options.cost * (residual.array() - options.tube).cwiseMax(0.0).sum();
  const double objective = 0.5 * w.dot((f.array() - machine.intercept).matrix()) + losses;
  EXPECT_NEAR(objective, model.certificate.upper, 2e-5 * objective);
  EXPECT_LE(model.certificate.relative_gap(), 1e-4);
  EXPECT_EQ(model.landmarks->svm_gap, model.certificate.relative_gap());
}

TEST(FitCells, AreNearerToTheExactFitThanLandmarksAlone) {
  // A kernel so rough that landmarks see little of it.
  const Dataset data = example("friedman1", 2000, 0.1);
  const Dataset test = example("friedman1", 1000, 0.0, 9);
  FitOptions options = with_cells(0, 0);
  options.family = Family::reflected;
  options.bound = 0.1;
  options.tau = 1.0;
  options.cost = 100.0;
  const double exact = error_of_model(fit(data, options).model, test);
  options.landmarks = 100;
  const double landmarks = error_of_model(fit(data, options).model, test);
  options.cells = 500;
  const Model both = fit(data, options).model;
  EXPECT_EQ(both.companions.size(), 1U);
  EXPECT_GE(landmarks, 3.0 * exact);
  EXPECT_LE(error_of_model(both, test) - exact, 0.2 * (landmarks - exact));
}

TEST(FitCells, TellClassesApart) {
  Dataset data = example("friedman1", 1200, 0.0);
  data.task = Task::classification;
  data.classes = {"high", "low", "middle"};
  Vector sorted = data.target;
  std::sort(sorted.begin(), sorted.end());
  for (double& value : data.target) {
    value = value < sorted(400) ? 1.0 : value < sorted(800) ? 2.0 : 0.0;
  }
  for (const Multiclass scheme : {Multiclass::one_vs_one, Multiclass::one_vs_rest}) {
    FitOptions options = with_cells(60, 200);
    options.multiclass = scheme;
    const Model model = fit(data, options).model;
    EXPECT_EQ(model.machines.size(), 3U);
    EXPECT_GE(count_equal(data.target, model.predict(data.points)), 1140);
  }
  const Dataset spirals = example("spirals", 900, 0.0);
  FitOptions options = with_cells(60, 200);
  options.bound = 0.1;
  options.cost = 100.0;
  EXPECT_GE(count_equal(spirals.target, fit(spirals, options).model.predict(spirals.points)), 880);
}

TEST(FitCells, AModelComesBackFromItsFile) {
  const Dataset data = example("friedman1", 500, 1.0);
  const Model model = fit(data, with_cells(30, 100)).model;
  const Model back = deserialise(serialise(model), "memory");
  ASSERT_TRUE(back.cells);
  EXPECT_EQ(back.cells->home, model.cells->home);
  EXPECT_EQ(back.predict(data.points), model.predict(data.points));
  EXPECT_EQ(serialise(back), serialise(model));
}

TEST(FitCells, AFileWhoseCellsDoNotFitIsRefused) {
  const Dataset data = example("friedman1", 60, 1.0);
  const std::string bytes = serialise(fit(data, with_cells(10, 20)).model);
  const std::string doubles = testing::doubles_of(bytes);
  for (const Index cells : {-4, 3, 8, 1 << 30}) {
    nlohmann::json header = nlohmann::json::parse(testing::header_of(bytes));
    header["landmarks"]["cells"] = cells;
    const std::string changed = testing::assemble(header.dump(), doubles);
    EXPECT_TRUE(contains(error_of([&] { deserialise(changed, "some/file"); }),
                         "some/file: not a valid tkl model"))
        << cells;
  }
  nlohmann::json header = nlohmann::json::parse(testing::header_of(bytes));
  for (nlohmann::json& array : header["arrays"]) {
    if (array.at("name") == "cell_home") array["name"] = "home";
  }
  EXPECT_TRUE(contains(
      error_of([&] { deserialise(testing::assemble(header.dump(), doubles), "some/file"); }),
      "not a valid tkl model"));
}

TEST(FitCells, HaveTheSameBitsForAnyNumberOfThreads) {
  const Dataset data = example("friedman1", 1200, 1.0);
  FitOptions options = with_cells(60, 200);
  options.learn.threads = Threads(1);
  const Model one = fit(data, options).model;
  options.learn.threads = Threads(3);
  const Model three = fit(data, options).model;
  EXPECT_EQ(one.machines[0].weights, three.machines[0].weights);
  EXPECT_EQ(one.machines[0].landmark_weights, three.machines[0].landmark_weights);
}

TEST(FitCells, RowsOfWeightZeroAreAsIfTheyWereNotThere) {
  Dataset data = example("friedman1", 600, 1.0);
  data.weights = Vector::Ones(600);
  data.weights.head(200).setZero();
  const Model model = fit(data, with_cells(40, 100)).model;
  EXPECT_EQ(model.training_rows, 600);
  EXPECT_GE(model.support.front(), 200);
  EXPECT_EQ(deserialise(serialise(model), "memory").predict(data.points),
            model.predict(data.points));
}

TEST(FitCells, AreExplainedByEstimates) {
  const Dataset data = example("friedman1", 500, 0.0);
  const Explanation explanation =
      explain(fit(data, with_cells(50, 120)).model, data.points, data.target, {});
  EXPECT_FALSE(explanation.exact);
}

TEST(FitCells, StopWithWhatThereIs) {
  const Dataset data = example("friedman1", 800, 1.0);
  FitOptions options = with_cells(40, 100);
  options.tau = 1.0;
  options.learn.stop = [] { return true; };
  const Model model = fit(data, options).model;
  EXPECT_TRUE(model.companions.empty()) << "no time for a second division";
  EXPECT_EQ(model.certificate.status, Status::interrupted);
  EXPECT_TRUE(model.predict(data.points).allFinite());
}

TEST(FitCells, AreNotForTeams) {
  const Dataset data = example("friedman1", 100, 1.0);
  testing::ThreadTeam team(2);
  team.run([&](const Team& member) {
    EXPECT_TRUE(contains(error_of([&] { fit(data, with_cells(20, 50), member); }), "has no cells"));
  });
}

TEST(FitCells, AreAutomaticWhereLandmarksAreAndMemoryAllows) {
  FitOptions options;
  options.memory_limit = 1e11;
  EXPECT_EQ(plan_landmarks(50000, 5, options).cell_rows, 0) << "that is exact";
  const LandmarkPlan plan = plan_landmarks(100000, 5, options);
  EXPECT_GE(plan.cell_rows, 500);
  EXPECT_GE(plan.landmarks, 500);
  EXPECT_EQ(plan_landmarks(1000000, 5, options).cell_rows, 0) << "that would take too long";
  options.memory_limit = 1e9;
  const LandmarkPlan tight = plan_landmarks(200000, 10, options);
  EXPECT_EQ(tight.cell_rows, 0) << "no room";
  EXPECT_GT(tight.landmarks, 0);
  options.memory_limit = 1e11;
  options.landmarks = 700;
  EXPECT_EQ(plan_landmarks(100000, 5, options).cell_rows, 0) << "nobody asked for them";
  options.cells = 300;
  EXPECT_EQ(plan_landmarks(100000, 5, options).cell_rows, 300);
  options.memory_limit = 1e8;
  EXPECT_GT(plan_landmarks(100000, 5, options).bytes, options.memory_limit);
  options.landmarks = 0;
  EXPECT_EQ(plan_landmarks(100000, 5, options).cell_rows, 0);
}

TEST(FitCells, RefuseALimitThatTheyCannotKeep) {
  const Dataset data = example("friedman1", 3000, 1.0);
  FitOptions options = with_cells(300, 1000);
  options.memory_limit = 2e6;
  const std::string error = error_of([&] { fit(data, options); });
  EXPECT_TRUE(contains(error, "300 landmarks and cells of 1000")) << error;
  options.cells = -5;
  EXPECT_TRUE(contains(error_of([&] { fit(data, options); }), "cell must not be negative"));
}

TEST(FitCells, RefuseRowsThatCannotBeDivided) {
  Dataset data = example("friedman1", 600, 1.0);
  data.points.topRows(500).rowwise() = data.points.row(0).eval();
  const std::string error = error_of([&] { fit(data, with_cells(30, 60)); });
  EXPECT_TRUE(contains(error, "cannot be divided into cells of 60")) << error;
  EXPECT_TRUE(fit(data, with_cells(30, 600)).model.cells) << "one cell for all";
}

}  // namespace
}  // namespace tkl
