#include "select/evidence.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/options.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

GramOfScales gaussian_gram(const Matrix& x) {
  return [x](const Vector& scales) {
    KernelListOptions options = testing::kernel_list(x.cols(), {testing::gaussian(1.0)});
    options.feature_scale = scales.cwiseInverse();
    return KernelList(options).gram(Matrix::Ones(1, 1), x, Threads(1));
  };
}

TEST(Evidence, TellsTheFeatureThatMattersFromNoise) {
  Random random(91);
  const Matrix x = testing::uniform_matrix(random, 150, 3);
  Matrix y(150, 1);
  for (Index i = 0; i < 150; ++i) {
    y(i, 0) = std::sin(6.0 * x(i, 1)) + random.uniform(-0.05, 0.05);
  }
  const EvidenceResult result =
      maximise_evidence(gaussian_gram(x), y, Vector::Constant(3, 0.5), 0.1);
  EXPECT_GT(result.scales(0), 4.0 * result.scales(1));
  EXPECT_GT(result.scales(2), 4.0 * result.scales(1));
  EXPECT_LT(result.ridge, 0.05);
}

TEST(Evidence, OfSeveralTargetsIsTheSum) {
  Random random(92);
  const Matrix x = testing::uniform_matrix(random, 60, 2);
  Matrix twice(60, 2);
  twice.col(0) = (5.0 * x.col(0).array()).sin();
  twice.col(0) += testing::uniform_vector(random, 60, -0.1, 0.1);
  twice.col(1) = -3.0 * twice.col(0);
  EvidenceOptions still;
  still.max_steps = 0;
  const Vector start = Vector::Constant(2, 0.4);
  const double one =
      maximise_evidence(gaussian_gram(x), twice.leftCols(1), start, 0.01, still).log_evidence;
  const double both = maximise_evidence(gaussian_gram(x), twice, start, 0.01, still).log_evidence;
  // The size of a target is fitted, and enters as a constant.
  EXPECT_NEAR(both, 2.0 * one - 59.0 * std::log(3.0), 1e-6 * std::abs(both));
}

TEST(Evidence, IsNotCaughtByALimit) {
  // The first feature is useless and its scale runs into the limit long before the second is found.
  Random random(94);
  const Matrix x = testing::uniform_matrix(random, 120, 2);
  Matrix y = (12.0 * x.col(1).array()).sin();
  y += testing::uniform_matrix(random, 120, 1, -0.3, 0.3);
  EvidenceOptions options;
  options.highest = 2.0;
  Vector start(2);
  start << 1.98, 0.8;
  const EvidenceResult result = maximise_evidence(gaussian_gram(x), y, start, 0.01, options);
  EXPECT_GT(result.scales(0), 0.5);
  EXPECT_LE(result.scales(0), 2.0);
  EXPECT_LT(result.scales(1), 0.6);
  EXPECT_GE(result.scales(1), options.lowest);
}

TEST(Evidence, NeverEndsBelowItsStart) {
  Random random(93);
  const Matrix x = testing::uniform_matrix(random, 50, 2);
  const Matrix noise = testing::uniform_matrix(random, 50, 1, -1.0, 1.0);
  EvidenceOptions still;
  still.max_steps = 0;
  const Vector start = Vector::Constant(2, 0.4);
  EXPECT_GE(maximise_evidence(gaussian_gram(x), noise, start, 0.01).log_evidence,
            maximise_evidence(gaussian_gram(x), noise, start, 0.01, still).log_evidence);
}

}  // namespace
}  // namespace tkl
