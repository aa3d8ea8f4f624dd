#include "svm/dual_state.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_truth.hpp"

namespace tkl {
namespace {

using testing::Random;

double total_loss(const SvmProblem& problem, const Vector& f, double b) {
  double sum = 0.0;
  for (Index i = 0; i < problem.size(); ++i) sum += problem.loss(i, problem.y(i) - f(i) - b);
  return sum;
}

SvmProblem random_problem(Random& random, Index size, bool classification) {
  Vector costs = testing::uniform_vector(random, size, 0.0, 3.0);
  if (size > 3) costs(size / 2) = 0.0;
  Vector y = testing::normal_vector(random, size);
  if (!classification) {
    return SvmProblem::regression(y, costs, random.uniform(0.0, 1.0) < 0.3 ? 0.0 : 0.4);
  }
  return SvmProblem::classification(y.unaryExpr([](double t) { return t > 0.0 ? 1.0 : -1.0; }),
                                    costs);
}

TEST(BestIntercept, EqualsBruteForceOverAllKinks) {
  Random random(311);
  for (int trial = 0; trial < 300; ++trial) {
    const Index size = 1 + trial % 30;
    const SvmProblem problem = random_problem(random, size, trial % 2 == 0);
    const Vector f = testing::normal_vector(random, size);
    const double smallest = total_loss(problem, f, testing::best_intercept_by_force(problem, f));
    EXPECT_NEAR(total_loss(problem, f, best_intercept(problem, f)), smallest,
                1e-12 * (1.0 + smallest));
  }
}

TEST(BestIntercept, IsTheMiddleOfAnIntervalOfMinima) {
  const Vector ones = Vector::Ones(2);
  const Vector y = (Vector(2) << 1.0, 2.0).finished();
  // Without a tube every b in [1, 2] is a median.
  EXPECT_DOUBLE_EQ(best_intercept(SvmProblem::regression(y, ones, 0.0), Vector::Zero(2)), 1.5);
  // Both in the tube for every b in [1.2, 1.8].
  EXPECT_DOUBLE_EQ(best_intercept(SvmProblem::regression(y, ones, 0.8), Vector::Zero(2)), 1.5);
  EXPECT_DOUBLE_EQ(best_intercept(SvmProblem::regression(y, ones, 0.8), Vector::Constant(2, 10.0)),
                   -8.5);
}

TEST(BestIntercept, CopesWithRowsThatHaveNoSay) {
  const SvmProblem none = SvmProblem::regression(Vector::Ones(3), Vector::Zero(3), 0.1);
  EXPECT_EQ(best_intercept(none, Vector::Zero(3)), 0.0);
  const SvmProblem positive = SvmProblem::classification(Vector::Ones(3), Vector::Ones(3));
  EXPECT_EQ(total_loss(positive, Vector::Zero(3), best_intercept(positive, Vector::Zero(3))), 0.0);
  const SvmProblem negative = SvmProblem::classification(-Vector::Ones(3), Vector::Ones(3));
  EXPECT_EQ(total_loss(negative, Vector::Zero(3), best_intercept(negative, Vector::Zero(3))), 0.0);
}

TEST(Certify, BoundsAreTheObjectives) {
  Random random(312);
  for (int trial = 0; trial < 40; ++trial) {
    const Index size = 20;
    const SvmProblem problem = random_problem(random, size, trial % 2 == 0);
    const Matrix K = testing::psd_matrix(random, size, 12);
    Vector w = testing::normal_vector(random, size).cwiseMax(problem.lower).cwiseMin(problem.upper);
    const double positive = w.cwiseMax(0.0).sum();
    const double negative = -w.cwiseMin(0.0).sum();
    const double both = std::min(positive, negative);
    if (both == 0.0) continue;
    w = w.cwiseMax(0.0) * (both / positive) + w.cwiseMin(0.0) * (both / negative);
    const Certificate certificate = certify(problem, {w, K * w});
    const auto truth = testing::objectives(problem, K, w, certificate.b);
    EXPECT_NEAR(certificate.primal, static_cast<double>(truth.primal), 1e-12 * size);
    EXPECT_NEAR(certificate.dual, static_cast<double>(truth.dual), 1e-12 * size);
    EXPECT_NEAR(certificate.gap, static_cast<double>(truth.primal - truth.dual), 1e-12 * size);
    EXPECT_GE(certificate.gap, 0.0);
    EXPECT_NEAR(certificate.relative_gap(), truth.relative_gap(), 1e-10);
  }
}

TEST(Certify, WhatIsNoNumberIsNotConverged) {
  const SvmProblem problem = SvmProblem::regression(Vector::Ones(2), Vector::Ones(2), 0.1);
  const Vector not_a_number = Vector::Constant(2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(certify(problem, {not_a_number, not_a_number}).relative_gap() <= 1.0);
  EXPECT_EQ(certify(problem, {Vector::Zero(2), Vector::Zero(2)}).relative_gap(), 0.0);
}

}  // namespace
}  // namespace tkl
