#include "select/blend.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

constexpr Index rows = 400;

/// The truth is 0. Errors of a model, with a part that all models share.
struct Errors {
  Random random{3301};
  Vector common = testing::uniform_vector(random, rows, -1.0, 1.0);

  Matrix of(double own, double shared) {
    return own * testing::uniform_vector(random, rows, -1.0, 1.0) + shared * common;
  }
};

double mean_square(const Matrix& predictions) { return predictions.squaredNorm() / rows; }

double sum_of_shares(const std::vector<BlendMember>& members) {
  double sum = 0.0;
  for (const BlendMember& member : members) sum += member.share;
  return sum;
}

TEST(Blend, IndependentErrorsAverageOut) {
  Errors errors;
  std::vector<Matrix> models;
  for (int k = 0; k < 4; ++k) models.push_back(errors.of(1.0, 0.0));
  const auto members = blend(models, mean_square, 4);
  ASSERT_EQ(members.size(), 4U);
  EXPECT_NEAR(sum_of_shares(members), 1.0, 1e-12);
  Matrix mean = Matrix::Zero(rows, 1);
  for (const BlendMember& member : members) mean += member.share * models[member.model];
  EXPECT_LT(mean_square(mean), 0.35 * mean_square(models[0]));
}

TEST(Blend, TheSameErrorsAreNotAveraged) {
  Errors errors;
  const std::vector<Matrix> models = {errors.of(0.0, 1.1), errors.of(0.0, 1.0),
                                      errors.of(0.0, 1.2)};
  const auto members = blend(models, mean_square, 4);
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].model, 1U);
  EXPECT_EQ(members[0].share, 1.0);
}

TEST(Blend, ABadModelGetsNoShare) {
  Errors errors;
  const std::vector<Matrix> models = {errors.of(1.0, 0.0), errors.of(5.0, 0.0),
                                      errors.of(1.0, 0.0)};
  for (const BlendMember& member : blend(models, mean_square, 4)) EXPECT_NE(member.model, 1U);
}

TEST(Blend, AModelFarBehindGetsNoShareWhereItWouldHelp) {
  Errors errors;
  // Errors of its own, on few rows: a small share of it would make the mean better.
  Matrix far_behind = Matrix::Zero(rows, 1);
  far_behind.topRows(rows / 20) =
      3.0 * testing::uniform_vector(errors.random, rows / 20, -1.0, 1.0);
  const Matrix best = errors.of(0.5, 0.0);
  far_behind *= std::sqrt(1.3 * mean_square(best) / mean_square(far_behind));
  ASSERT_LT(mean_square(0.6 * best + 0.4 * far_behind), 0.7 * mean_square(best));
  const auto members = blend({best, far_behind}, mean_square, 4);
  ASSERT_EQ(members.size(), 1U);
  EXPECT_EQ(members[0].model, 0U);
  far_behind *= std::sqrt(1.1 / 1.3);
  EXPECT_EQ(blend({best, far_behind}, mean_square, 4).size(), 2U);
}

TEST(Blend, TakesNoMoreThanAllowedAndTheLargestShareFirst) {
  Errors errors;
  std::vector<Matrix> models = {errors.of(0.95, 0.0)};
  for (int k = 0; k < 5; ++k) models.push_back(errors.of(1.0, 0.0));
  for (const std::size_t most : {1U, 2U, 3U}) {
    const auto members = blend(models, mean_square, most);
    EXPECT_EQ(members.size(), most);
    EXPECT_EQ(members.front().model, 0U);
    for (std::size_t k = 1; k < members.size(); ++k) {
      EXPECT_GE(members[k - 1].share, members[k].share);
    }
    EXPECT_NEAR(sum_of_shares(members), 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace tkl
