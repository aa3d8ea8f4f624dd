#include <cmath>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "support/random.hpp"
#include "tkl/generate.hpp"
#include "tkl/select.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::Random;

TEST(IntervalsSlow, HoldTheTruthAsOftenAsTheySay) {
  // 20 draws of training and test data.
  double covered = 0.0;
  constexpr int draws = 20;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    GeneratorOptions generator;
    generator.rows = 120;
    generator.noise = 1.0;
    generator.seed = 1000 + draw;
    const Dataset train = generate("friedman1", generator);
    generator.seed = 2000 + draw;
    generator.rows = 300;
    const Dataset test = generate("friedman1", generator);
    const Model model = select(train, {}).fit.model;
    const double radius = model.interval_radius(0.9);
    const Vector error = (model.predict(test.points) - test.target).cwiseAbs();
    const double share = (error.array() <= radius).cast<double>().mean();
    EXPECT_GT(share, 0.78);
    covered += share / draws;
  }
  EXPECT_GT(covered, 0.88);
  EXPECT_LT(covered, 0.97);
}

TEST(Intervals, FollowTheRankOfTheErrors) {
  Model model;
  model.held_out_errors = (Vector(9) << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
  EXPECT_EQ(model.interval_radius(0.5), 5.0);
  EXPECT_EQ(model.interval_radius(0.9), 9.0);
  EXPECT_TRUE(std::isinf(model.interval_radius(0.95)));
  EXPECT_TRUE(contains(error_of([&] { model.interval_radius(1.0); }), "coverage"));
  model.held_out_errors = {};
  EXPECT_TRUE(contains(error_of([&] { model.interval_radius(0.9); }), "no intervals"));
}

Dataset noisy_classes(Index rows, Index classes, std::uint64_t seed) {
  Random random(seed);
  const Matrix points = testing::uniform_matrix(random, rows, 2);
  std::vector<std::string> labels;
  for (Index i = 0; i < rows; ++i) {
    const auto stripe = static_cast<Index>(points(i, 0) * static_cast<double>(classes));
    const bool wrong = random.uniform(0.0, 1.0) < 0.2;
    labels.push_back(std::to_string(wrong ? (stripe + 1) % classes : stripe));
  }
  return classification_data(points, labels);
}

TEST(Probabilities, AreNearTheTruthAndNeverContradictThePrediction) {
  for (const Index classes : {2, 3}) {
    const Dataset train = noisy_classes(300, classes, 11);
    const Dataset test = noisy_classes(2000, classes, 12);
    const Model model = select(train, {}).fit.model;
    const Matrix decisions = model.decision_values(test.points);
    const Matrix p = model.probabilities_from(decisions);
    const Vector predicted = model.predict_from(decisions);
    ASSERT_EQ(p.cols(), classes);
    double confidence = 0.0;
    double correct = 0.0;
    for (Index i = 0; i < test.rows(); ++i) {
      Index likely = 0;
      confidence += p.row(i).maxCoeff(&likely) / 2000.0;
      EXPECT_EQ(static_cast<double>(likely), predicted(i));
      correct += predicted(i) == test.target(i) ? 1.0 / 2000.0 : 0.0;
    }
    EXPECT_NEAR(confidence, correct, 0.06) << classes;
  }
}

TEST(Probabilities, NeedACalibration) {
  const Dataset data = noisy_classes(60, 2, 13);
  const Model model = fit(data).model;
  EXPECT_TRUE(contains(error_of([&] { model.probabilities_from(Matrix::Zero(1, 1)); }),
                       "no probabilities"));
}

TEST(Reliability, IsKeptInTheModelFile) {
  const Dataset data = noisy_classes(80, 3, 14);
  const Model model = select(data, {}).fit.model;
  const Model again = deserialise(serialise(model), "copy");
  const Matrix decisions = model.decision_values(data.points);
  EXPECT_EQ(again.probabilities_from(decisions), model.probabilities_from(decisions));
  EXPECT_EQ(again.search->points.size(), model.search->points.size());
  EXPECT_EQ(again.search->expected, model.search->expected);
  EXPECT_EQ(serialise(again), serialise(model));
}

}  // namespace
}  // namespace tkl
