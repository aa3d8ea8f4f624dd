#include "svm/face.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/svm_data.hpp"
#include "support/svm_truth.hpp"
#include "svm/smo.hpp"

namespace tkl {
namespace {

using testing::Random;

TEST(FreeRows, AreThoseStrictlyBetweenBoundsAndKinks) {
  const Vector w = (Vector(5) << 0.0, 1.0, -1.0, 0.5, -0.5).finished();
  const SvmProblem kinked = SvmProblem::regression(Vector::Zero(5), Vector::Ones(5), 0.1);
  EXPECT_EQ(free_rows(kinked, w), (std::vector<Index>{3, 4}));
  const SvmProblem smooth = SvmProblem::regression(Vector::Zero(5), Vector::Ones(5), 0.0);
  EXPECT_EQ(free_rows(smooth, w), (std::vector<Index>{0, 3, 4}));
  EXPECT_EQ(kink_sign(kinked, -0.5), -1.0);
  EXPECT_EQ(kink_sign(kinked, 0.5), 1.0);
  EXPECT_EQ(kink_sign(smooth, 0.5), 0.0);
}

TEST(FaceSystem, SolvesTheBorderedSystem) {
  Random random(331);
  const Matrix K = testing::psd_matrix(random, 30, 30) + Matrix::Identity(30, 30);
  const std::vector<Index> rows{1, 4, 5, 9, 16, 22, 29};
  const Index k = static_cast<Index>(rows.size());
  Matrix bordered = Matrix::Zero(k + 1, k + 1);
  bordered.topLeftCorner(k, k) = K(rows, rows);
  bordered.col(k).head(k).setOnes();
  bordered.row(k).head(k).setOnes();
  const Vector r = testing::normal_vector(random, k);
  Vector right(k + 1);
  right << r, 0.7;
  const Vector truth = bordered.fullPivLu().solve(right);
  const Vector x = FaceSystem(K, rows).solve(r, 0.7);
  EXPECT_LE((x - truth.head(k)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(FaceSystem, WhitenIsARootOfTheSolutionOperator) {
  Random random(332);
  const Matrix K = testing::psd_matrix(random, 12, 12) + Matrix::Identity(12, 12);
  std::vector<Index> rows{0, 2, 3, 5, 7, 11};
  const Matrix inverse = Matrix(K(rows, rows)).inverse();
  const Vector ones = inverse.rowwise().sum();
  const Matrix S = inverse - ones * ones.transpose() / ones.sum();
  const Matrix J = testing::normal_matrix(random, 6, 4);
  const Matrix X = FaceSystem(K, rows).whiten(J);
  EXPECT_LE((X.transpose() * X - J.transpose() * S * J).cwiseAbs().maxCoeff(), 1e-11);
}

TEST(FaceSystem, SolvesForRepeatedRows) {
  Random random(333);
  const Matrix G = testing::psd_matrix(random, 5, 5);
  const std::vector<Index> twice{0, 1, 2, 3, 4, 0, 1};
  const Matrix K = G(twice, twice);
  Vector r = testing::normal_vector(random, 7);
  r(5) = r(0);
  r(6) = r(1);
  const Vector x = FaceSystem(K, {0, 1, 2, 3, 4, 5, 6}).solve(r, 0.0);
  Vector residual = r - K * x;
  residual.array() -= residual.mean();
  EXPECT_LE(residual.cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_NEAR(x.sum(), 0.0, 1e-10 * x.lpNorm<1>());
}

TEST(NewtonStep, SolvesAnUnboundedProblemAtOnce) {
  const auto data = testing::generated_svm_data("friedman1", 80);
  const SvmProblem problem = data.problem(1e12, 0.0);
  DualState state{Vector::Zero(80), Vector::Zero(80)};
  ASSERT_TRUE(newton_step(problem, data.K, state));
  testing::expect_feasible(problem, state.w);
  // Every residual is the same: b interpolates.
  const Vector residual = data.y - data.K * state.w;
  EXPECT_LE(residual.maxCoeff() - residual.minCoeff(), 1e-6);
}

TEST(NewtonStep, NeverLowersTheDual) {
  int gains = 0;
  for (const std::string name : {"friedman1", "spirals", "canyon"}) {
    const auto data = testing::generated_svm_data(name, 80);
    for (const double cost : {1.0, 100.0}) {
      const SvmProblem problem = data.problem(cost, 0.05);
      DualState state{Vector::Zero(80), Vector::Zero(80)};
      run_smo(problem, data.K, state, 100, 0.0);
      double before = testing::dual_objective(problem, data.K, state.w);
      const double first = before;
      int steps = 0;
      while (newton_step(problem, data.K, state)) {
        ASSERT_LT(++steps, 1000);
        testing::expect_feasible(problem, state.w);
        const double after = testing::dual_objective(problem, data.K, state.w);
        ASSERT_GE(after, before - 1e-12 * before);
        before = after;
      }
      gains += before > first ? 1 : 0;
      EXPECT_LE((data.K * state.w - state.f).cwiseAbs().maxCoeff(), 1e-10 * state.f.norm());
    }
  }
  EXPECT_GE(gains, 3);
}

TEST(NewtonStep, OnTheRightFaceOneStepEndsIt) {
  Random random(335);
  for (const std::string name : {"friedman1", "spirals"}) {
    const auto data = testing::generated_svm_data(name, 80);
    const SvmProblem problem = data.problem(10.0, 0.1);
    const Vector optimum = solve_svm(problem, data.K, testing::to_tolerance(1e-9)).w;
    const std::vector<Index> rows = free_rows(problem, optimum);
    ASSERT_GT(rows.size(), 10U);
    Vector change = testing::normal_vector(random, static_cast<Index>(rows.size()));
    change.array() -= change.mean();
    Vector w = optimum;
    double largest = 1.0;  // how far the change may go without leaving the face
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index i = rows[k];
      const double room = std::min({w(i) - problem.lower(i), problem.upper(i) - w(i),
                                    problem.epsilon > 0.0 ? std::abs(w(i)) : 1e9});
      largest = std::min(largest, room / std::abs(change(static_cast<Index>(k))));
    }
    w(rows) += 0.5 * largest * change;

    DualState state{w, data.K * w};
    ASSERT_GT(certify(problem, state).relative_gap(), 1e-6);
    EXPECT_TRUE(newton_step(problem, data.K, state));
    EXPECT_LE(certify(problem, state).relative_gap(), 1e-9);
  }
}

TEST(NewtonStep, LeavesTheStateAloneIfItCannotGain) {
  const auto data = testing::generated_svm_data("friedman1", 40);
  const SvmProblem problem = data.problem(1.0, 0.1);
  DualState state{Vector::Zero(40), Vector::Zero(40)};  // every weight rests on its kink
  EXPECT_FALSE(newton_step(problem, data.K, state));
  EXPECT_EQ(state.w, Vector::Zero(40));
  EXPECT_EQ(state.f, Vector::Zero(40));
}

TEST(Multiply, UsesNonzeroWeightsOnly) {
  Random random(334);
  const Matrix K = testing::symmetric_matrix(random, 9);
  Vector w = testing::normal_vector(random, 9);
  w(2) = w(5) = 0.0;
  EXPECT_LE((multiply(K, w) - K * w).cwiseAbs().maxCoeff(), 1e-14);
}

}  // namespace
}  // namespace tkl
