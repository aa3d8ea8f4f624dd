/// More rows than the kernel matrix of which fits into memory.

#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "tkl/learn.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::Random;

struct Waves {
  Matrix x;
  SvmProblem problem;

  Waves(Index rows, bool squared, double tube = 0.1) {
    Random random(71);
    x = testing::uniform_matrix(random, rows, 1);
    Vector y = (9.0 * x.col(0).array()).sin();
    y += 0.3 * testing::normal_vector(random, rows);
    problem = SvmProblem::regression(y, Vector::Constant(rows, 0.1), tube);
    if (squared) problem = problem.squared();
  }
};

std::shared_ptr<const Tessellated> family(double tau) {
  TessellatedOptions options;
  options.box = Box::around_unit_cube(1, 0.2);
  options.tau = tau;
  return std::make_shared<Tessellated>(options);
}

LearnOptions with_memory(double bytes) {
  LearnOptions options;
  options.memory = bytes;
  return options;
}

TEST(LearnManyRows, PBeginsWithSomeOfThemAndIsCertifiedOnAll) {
  const Waves waves(20500, /*squared=*/true);
  const auto kernels = family(1e-3);
  const LearnResult result = learn(*kernels, waves.x, waves.problem, with_memory(2e8));
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_LE(result.relative_gap(), 1e-3);
  EXPECT_EQ(result.svm.w.size(), 20500);
  // P is near its optimum from the beginning; from the identity it would begin 7% above.
  EXPECT_LE(result.history.front().upper, 1.02 * result.upper);
}

TEST(LearnManyRows, InRegressionTwoThousandAreMany) {
  for (const bool squared : {false, true}) {
    SCOPED_TRACE(squared);
    const Waves waves(2000, squared);
    LearnOptions options;
    const LearnResult result = learn(*family(1e-3), waves.x, waves.problem, options);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LE(result.history.front().upper, 1.02 * result.upper);
    options.tolerance = 1e-7;
    const LearnResult exact = learn(*family(1e-3), waves.x, waves.problem, options);
    EXPECT_EQ(exact.status, Status::converged);
    EXPECT_LE(result.lower, exact.upper * (1.0 + 1e-9));
    EXPECT_LE(exact.lower, result.upper * (1.0 + 1e-9));
  }
}

TEST(LearnManyRows, TheSecondsOfTheSampleCountOnce) {
  // With a wide tube few rows matter, and P is learned from these: other books than without parts.
  for (const double tube : {0.1, 0.7}) {
    SCOPED_TRACE(tube);
    const Waves waves(20500, /*squared=*/false, tube);
    const auto begin = std::chrono::steady_clock::now();
    const LearnResult result = learn(*family(1e-3), waves.x, waves.problem, with_memory(2e8));
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    EXPECT_LE(result.seconds.total, elapsed.count());
    EXPECT_GE(result.seconds.total, 0.5 * elapsed.count());
  }
}

TEST(LearnManyRows, WithoutMemoryTheOptimumIsThatInMemory) {
  for (const bool squared : {false, true}) {
    SCOPED_TRACE(squared);
    const Waves waves(3000, squared);
    const auto kernels = family(1.0);
    const LearnResult in_memory = learn(*kernels, waves.x, waves.problem);
    const LearnResult without = learn(*kernels, waves.x, waves.problem, with_memory(3e7));
    EXPECT_EQ(without.status, Status::converged);
    EXPECT_LE(without.lower, in_memory.upper * (1.0 + 1e-9));
    EXPECT_LE(in_memory.lower, without.upper * (1.0 + 1e-9));
  }
}

TEST(LearnManyRows, ATimeLimitHoldsForTheSampleToo) {
  const Waves waves(20500, /*squared=*/false);
  LearnOptions options = with_memory(2e8);
  options.time_limit = 1e-3;
  const LearnResult result = learn(*family(1e-3), waves.x, waves.problem, options);
  EXPECT_EQ(result.status, Status::time_limit);
  EXPECT_EQ(result.inner_solves, 3) << "with the sample, a sample of that, and all rows";
}

}  // namespace
}  // namespace tkl
