#include "select/optimism.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "model/metric_loss.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

using Losses = std::function<double(std::size_t, const Vector&)>;

Losses losses_of(const std::vector<Matrix>& models, const Vector& target, Metric metric) {
  return [=](std::size_t k, const Vector& weights) {
    return as_loss(metric, measure(metric, target, models[k], weights));
  };
}

TEST(Optimism, TheBestOfManyGuessesIsNoBetterThanAnyOther) {
  Random random(3);
  const Vector target = testing::uniform_vector(random, 100, -1.0, 1.0);
  std::vector<Matrix> guesses;
  for (int k = 0; k < 50; ++k) {
    guesses.emplace_back(testing::uniform_vector(random, 100, -1.0, 1.0));
  }
  const Losses losses = losses_of(guesses, target, Metric::mse);
  const Choice choice{guesses.size(), losses, losses};
  const Vector ones = Vector::Ones(100);
  double least = 1.0;
  for (std::size_t k = 0; k < 50; ++k) least = std::min(least, choice.loss(k, ones));
  // Two independent numbers from -1 to 1 are 2/3 apart in the mean of squares.
  EXPECT_LT(least, 0.6);
  EXPECT_NEAR(expected_loss(choice, ones, 200, 1), 2.0 / 3.0, 0.07);
}

TEST(Optimism, OneRowGoneAstrayIsNotAllThatIsSeen) {
  // The second model is the better one but at a single row, which a third of the draws do not have.
  Random random(4);
  for (const Metric metric : {Metric::mse, Metric::mae}) {
    const Vector target = testing::uniform_vector(random, 80, -1.0, 1.0);
    const Vector noise = testing::uniform_vector(random, 80, -1.0, 1.0);
    std::vector<Matrix> models = {target + 0.6 * noise, target + 0.5 * noise};
    models[1](7) = 1e6;
    std::vector<Matrix> judged;
    for (const Matrix& model : models) judged.push_back(within_range_of(target, model));
    const Vector ones = Vector::Ones(80);
    const Losses seen = losses_of(models, target, metric);
    const Choice choice{2, seen, losses_of(judged, target, metric)};
    const double reached = choice.loss(0, ones);
    EXPECT_LT(expected_loss(choice, ones, 200, 1), 1.5 * reached) << to_string(metric);
    EXPECT_GT(expected_loss({2, seen, seen}, ones, 200, 1), 10.0 * reached) << to_string(metric);
  }
}

TEST(Optimism, WithinTheRangeOfTargetsAllIsAsItWas) {
  const Vector target = (Vector(4) << -2.0, 0.5, 1.0, 3.0).finished();
  const Vector inside = (Vector(4) << -2.0, 0.7, 2.9, 3.0).finished();
  const Vector outside = (Vector(4) << -9.0, 0.7, 2.9, 1e6).finished();
  EXPECT_EQ(within_range_of(target, inside), inside);
  EXPECT_EQ(within_range_of(target, outside), inside);
}

TEST(Optimism, NoRowIsMoreSurprisingThanRowsAreMany) {
  const Vector losses = (Vector(3) << 0.1, 700.0, 1.5).finished();
  const Vector bounded = (Vector(3) << 0.1, std::log(5.0), 1.5).finished();
  EXPECT_EQ(within_knowledge(losses), bounded);
}

}  // namespace
}  // namespace tkl
