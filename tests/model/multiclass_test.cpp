#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/fit.hpp"
#include "tkl/metrics.hpp"
#include "tkl/model.hpp"

namespace tkl {
namespace {

using testing::Random;

/// Four classes, one in each quarter of a disc around the centre of the square.
Dataset quarters(Index rows, std::uint64_t seed) {
  Random random(seed);
  const Matrix points = testing::uniform_matrix(random, rows, 2);
  std::vector<std::string> labels;
  for (Index i = 0; i < rows; ++i) {
    const double x = points(i, 0) - 0.5;
    const double y = points(i, 1) - 0.5;
    labels.emplace_back(x + y > 0 ? (x > y ? "east" : "north") : (x > y ? "south" : "west"));
  }
  return classification_data(points, labels);
}

class Multiclass_ : public ::testing::TestWithParam<Multiclass> {};

TEST_P(Multiclass_, TellsFourClassesApart) {
  FitOptions options;
  options.multiclass = GetParam();
  options.cost = 100.0;
  const Dataset train = quarters(200, 1);
  const Dataset test = quarters(500, 2);
  const Model model = fit(train, options).model;
  EXPECT_EQ(model.classes, (std::vector<std::string>{"east", "north", "south", "west"}));
  EXPECT_EQ(model.machines.size(), GetParam() == Multiclass::one_vs_one ? 6U : 4U);
  EXPECT_EQ(model.decision_values(test.points).cols(), 4);
  EXPECT_GT(count_equal(test.target, model.predict(test.points)), 450);
  EXPECT_LT(model.certificate.relative_gap(), 1e-3);

  const Model again = deserialise(serialise(model), "copy");
  EXPECT_EQ(again.decision_values(test.points), model.decision_values(test.points));
  EXPECT_EQ(serialise(again), serialise(model));
}

TEST_P(Multiclass_, ThreadsChangeNoBit) {
  FitOptions one;
  one.multiclass = GetParam();
  one.learn.threads = Threads(1);
  FitOptions three = one;
  three.learn.threads = Threads(3);
  const Dataset data = quarters(120, 3);
  EXPECT_EQ(serialise(fit(data, one).model), serialise(fit(data, three).model));
}

INSTANTIATE_TEST_SUITE_P(Schemes, Multiclass_,
                         ::testing::Values(Multiclass::one_vs_one, Multiclass::one_vs_rest));

TEST(MulticlassModel, EachPairIsTheMachineOfItsRowsAlone) {
  const Dataset data = quarters(150, 4);
  FitOptions options;
  options.raw_kernel = true;  // the kernel's units then do not depend on the rows
  options.cost = 5.0;
  options.learn.tolerance = 1e-9;
  const Model model = fit(data, options).model;
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    if (data.target(i) == 1.0 || data.target(i) == 3.0) rows.push_back(i);
  }
  Dataset pair = select_rows(data, rows);
  pair.classes = {"north", "west"};
  for (double& k : pair.target) k = k == 3.0 ? 1.0 : 0.0;
  Model alone = fit(pair, options).model;
  alone.feature_scaler = model.feature_scaler;
  for (const Machine& machine : model.machines) {
    if (machine.negative != 1 || machine.positive != 3) continue;
    double objective = 0.0;
    for (const double w : machine.weights) objective += std::abs(w);
    double expected = 0.0;
    for (const double w : alone.machines[0].weights) expected += std::abs(w);
    EXPECT_NEAR(objective, expected, 0.05 * expected);
  }
}

TEST(MulticlassModel, VotesDecideAndClearnessBreaksTies) {
  // With no support vectors every machine is its intercept: a vote for each of three classes.
  const Dataset data = quarters(40, 5);
  Model model = fit(data).model;
  for (Machine& machine : model.machines) {
    machine.support.clear();
    machine.weights.resize(0);
    machine.intercept = -1.0;  // for `negative`, the class that comes first
  }
  EXPECT_EQ(model.predict(data.points.topRows(1))(0), 0.0);
  for (Machine& machine : model.machines) {
    if (machine.negative == 0) machine.intercept = machine.positive == 1 ? 5.0 : -0.1;
  }
  // Now classes 0 and 1 have two votes... class 1 beats all others and wins with three.
  EXPECT_EQ(model.predict(data.points.topRows(1))(0), 1.0);
}

TEST(MulticlassModel, CrossValidates) {
  const Dataset data = quarters(120, 6);
  const CrossValidation result = cross_validate(data, {}, 4, 1);
  EXPECT_EQ(result.completed, 4);
  EXPECT_GT(count_equal(data.target, result.prediction), 90);
}

TEST(MulticlassModel, WeightsAreRepeatedRows) {
  Dataset data = quarters(60, 7);
  data.weights = Vector::Ones(60);
  std::vector<Index> repeated;
  for (Index i = 0; i < 60; ++i) {
    repeated.push_back(i);
    if (i % 3 == 0) {
      data.weights(i) = 2.0;
      repeated.push_back(i);
    }
  }
  Dataset longer = select_rows(data, repeated);
  longer.weights = {};
  FitOptions options;
  options.learn.tolerance = 1e-9;
  const Matrix points = quarters(50, 8).points;
  const Matrix a = fit(data, options).model.decision_values(points);
  const Matrix b = fit(longer, options).model.decision_values(points);
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace
}  // namespace tkl
