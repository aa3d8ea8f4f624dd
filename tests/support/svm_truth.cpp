#include "support/svm_truth.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

namespace tkl::testing {

Objectives objectives(const SvmProblem& problem, const Matrix& K, const Vector& w, double b) {
  using Real = long double;
  const Index m = problem.size();
  Objectives out{0, 0};
  for (Index i = 0; i < m; ++i) {
    Real f = 0;
    for (Index j = 0; j < m; ++j) f += static_cast<Real>(K(i, j)) * w(j);
    const Real residual = static_cast<Real>(problem.y(i)) - f - b;
    const Real above = residual - problem.epsilon;
    const Real below = -residual - problem.epsilon;
    out.primal += f * w(i) / 2;
    if (above > 0) out.primal += above * problem.upper(i);
    if (below > 0) out.primal += below * -problem.lower(i);
    out.dual += static_cast<Real>(problem.y(i)) * w(i) -
                static_cast<Real>(problem.epsilon) * std::abs(w(i)) - f * w(i) / 2;
  }
  return out;
}

double dual_objective(const SvmProblem& problem, const Matrix& K, const Vector& w) {
  return static_cast<double>(objectives(problem, K, w, 0.0).dual);
}

double best_intercept_by_force(const SvmProblem& problem, const Vector& f) {
  const auto loss = [&](double b) {
    double sum = 0.0;
    for (Index i = 0; i < problem.size(); ++i) {
      const double residual = problem.y(i) - f(i) - b;
      sum += problem.upper(i) * std::max(0.0, residual - problem.epsilon) -
             problem.lower(i) * std::max(0.0, -residual - problem.epsilon);
    }
    return sum;
  };
  double best = 0.0;
  double smallest = loss(best);
  for (Index i = 0; i < problem.size(); ++i) {
    for (const double side : {-problem.epsilon, problem.epsilon}) {
      const double b = problem.y(i) - f(i) + side;
      if (loss(b) < smallest) {
        smallest = loss(b);
        best = b;
      }
    }
  }
  return best;
}

SvmOptions to_tolerance(double tolerance) {
  using Clock = std::chrono::steady_clock;
  SvmOptions options;
  options.tolerance = tolerance;
  options.stop = [deadline = Clock::now() + std::chrono::seconds(5)] {
    return Clock::now() > deadline;
  };
  return options;
}

void expect_feasible(const SvmProblem& problem, const Vector& w) {
  ASSERT_EQ(w.size(), problem.size());
  EXPECT_TRUE(w.allFinite());
  EXPECT_TRUE((w.array() >= problem.lower.array()).all());
  EXPECT_TRUE((w.array() <= problem.upper.array()).all());
  EXPECT_LE(std::abs(w.sum()), 1e-11 * w.lpNorm<1>());
}

void expect_honest(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution) {
  expect_feasible(problem, solution.w);
  const double largest_f = (K.cwiseAbs() * solution.w.cwiseAbs()).maxCoeff();
  EXPECT_LE((K * solution.w - solution.kernel_times_w).cwiseAbs().maxCoeff(), 1e-12 * largest_f);
  const Objectives truth = objectives(problem, K, solution.w, solution.b);
  const auto size = static_cast<double>(std::max(std::abs(truth.primal), std::abs(truth.dual)));
  EXPECT_NEAR(solution.dual, static_cast<double>(truth.dual), 1e-8 * size);
  // The residuals carry the rounding errors of f, and the loss multiplies them by C.
  const double rounding = 1e-15 * (largest_f + problem.y.cwiseAbs().maxCoeff());
  EXPECT_NEAR(solution.primal, static_cast<double>(truth.primal),
              1e-8 * size + rounding * (problem.upper - problem.lower).sum());
}

void expect_optimal(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution,
                    double tolerance) {
  expect_honest(problem, K, solution);
  EXPECT_EQ(solution.status, Status::converged);
  const double gap = objectives(problem, K, solution.w, solution.b).relative_gap();
  EXPECT_LE(gap, 1.001 * tolerance + 1e-12);
  EXPECT_GE(gap, -1e-10);
}

void expect_kkt(const SvmProblem& problem, const Matrix& K, const SvmSolution& solution,
                double slack) {
  const Vector residual = problem.y - K * solution.w - Vector::Constant(problem.size(), solution.b);
  for (Index i = 0; i < problem.size(); ++i) {
    const double w = solution.w(i);
    const bool may_rise = w < problem.upper(i);
    const bool may_fall = w > problem.lower(i);
    // What a small rise or fall of w_i would gain.
    const double rise = residual(i) - (w >= 0.0 ? problem.epsilon : -problem.epsilon);
    const double fall = -residual(i) + (w > 0.0 ? problem.epsilon : -problem.epsilon);
    if (may_rise) {
      EXPECT_LE(rise, slack) << "row " << i << " of weight " << w;
    }
    if (may_fall) {
      EXPECT_LE(fall, slack) << "row " << i << " of weight " << w;
    }
  }
}

}  // namespace tkl::testing
