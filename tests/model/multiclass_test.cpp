#include <cmath>
#include <ostream>
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

struct Scheme {
  Multiclass multiclass;
  bool shared_kernel;

  FitOptions options() const {
    FitOptions options;
    options.multiclass = multiclass;
    options.shared_kernel = shared_kernel;
    return options;
  }
};

void PrintTo(const Scheme& scheme, std::ostream* out) {
  *out << (scheme.multiclass == Multiclass::one_vs_one ? "pairs" : "rest")
       << (scheme.shared_kernel ? ", one kernel" : "");
}

class MulticlassScheme : public ::testing::TestWithParam<Scheme> {};

TEST_P(MulticlassScheme, TellsFourClassesApart) {
  FitOptions options = GetParam().options();
  options.cost = 100.0;
  const Dataset train = quarters(200, 1);
  const Dataset test = quarters(500, 2);
  const Model model = fit(train, options).model;
  EXPECT_EQ(model.classes, (std::vector<std::string>{"east", "north", "south", "west"}));
  EXPECT_EQ(model.machines.size(), GetParam().multiclass == Multiclass::one_vs_one ? 6U : 4U);
  EXPECT_EQ(model.decision_values(test.points).cols(), 4);
  EXPECT_GT(count_equal(test.target, model.predict(test.points)), 450);
  EXPECT_LT(model.certificate.relative_gap(), 1e-3);
  EXPECT_EQ(model.machines.front().P == model.machines.back().P, GetParam().shared_kernel);

  const Model again = deserialise(serialise(model), "copy");
  EXPECT_EQ(again.decision_values(test.points), model.decision_values(test.points));
  EXPECT_EQ(serialise(again), serialise(model));
}

TEST_P(MulticlassScheme, ThreadsChangeNoBit) {
  FitOptions one = GetParam().options();
  one.learn.threads = Threads(1);
  FitOptions three = one;
  three.learn.threads = Threads(3);
  const Dataset data = quarters(120, 3);
  EXPECT_EQ(serialise(fit(data, one).model), serialise(fit(data, three).model));
}

INSTANTIATE_TEST_SUITE_P(Schemes, MulticlassScheme,
                         ::testing::Values(Scheme{Multiclass::one_vs_one, false},
                                           Scheme{Multiclass::one_vs_rest, false},
                                           Scheme{Multiclass::one_vs_one, true},
                                           Scheme{Multiclass::one_vs_rest, true}));

TEST(MulticlassModel, EachMachineLearnsFromItsTwoClasses) {
  const Dataset data = quarters(150, 4);
  FitOptions options;
  options.cost = 5.0;
  const Model model = fit(data, options).model;
  ASSERT_EQ(model.machines.size(), 6U);
  for (const Machine& machine : model.machines) {
    ASSERT_GT(machine.weights.size(), 0);
    EXPECT_LT(machine.negative, machine.positive);
    EXPECT_NEAR(machine.weights.sum(), 0.0, 1e-9);
    for (Index i = 0; i < machine.weights.size(); ++i) {
      const Index vector = machine.support[static_cast<std::size_t>(i)];
      const Index row = model.support[static_cast<std::size_t>(vector)];
      EXPECT_EQ(model.support_vectors.row(vector), data.points.row(row));
      const double w = machine.weights(i);
      EXPECT_EQ(data.target(row),
                static_cast<double>(w > 0.0 ? machine.positive : machine.negative));
    }
  }
}

/// The class that four classes elect if the machine of each pair says these values everywhere.
double elected(Model model, const std::vector<double>& values) {
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    model.machines[k].support.clear();
    model.machines[k].weights.resize(0);
    model.machines[k].intercept = values[k];
  }
  return model.predict(model.support_vectors.topRows(1))(0);
}

TEST(MulticlassModel, VotesDecideAndClearnessBreaksTies) {
  const Model model = fit(quarters(40, 5)).model;
  // Pairs 01, 02, 03, 12, 13, 23; a positive value is a vote for the second of the pair.
  EXPECT_EQ(elected(model, {-1, -1, -1, 1, 1, 1}), 0.0);
  EXPECT_EQ(elected(model, {1, 1, 1, 1, 1, 1}), 3.0);
  // Three votes that are hardly one beat two that are very clear.
  EXPECT_EQ(elected(model, {0.01, -9, -9, -0.01, -0.01, 1}), 1.0);
  // 0, 1 and 2 beat one another in turn, and each beats 3: the clearest wins.
  EXPECT_EQ(elected(model, {-5, 0.1, -1, -0.1, -1, -1}), 0.0);
  EXPECT_EQ(elected(model, {-0.1, 0.1, -1, -5, -1, -1}), 1.0);
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
