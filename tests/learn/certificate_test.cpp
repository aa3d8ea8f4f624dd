/// The bounds that learning reports, recomputed from P and w by the definitions alone.

#include <algorithm>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "learn/recording_family.hpp"

namespace tkl {
namespace {

double largest_eigenvalue(const Matrix& D, FeasibleSet::Shape shape) {
  if (shape == FeasibleSet::Shape::diagonal) return D.maxCoeff();
  return Eigen::SelfAdjointEigenSolver<Matrix>(D).eigenvalues().maxCoeff();
}

double smallest_eigenvalue(const Matrix& P, FeasibleSet::Shape shape) {
  return -largest_eigenvalue(-P, shape);
}

double trace(const Matrix& P, FeasibleSet::Shape shape) {
  return shape == FeasibleSet::Shape::diagonal ? P.sum() : P.trace();
}

struct Case {
  Method method;
  std::size_t family;
  Task task;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Method method : {Method::newton, Method::quasi_newton, Method::frank_wolfe}) {
    for (const std::size_t family : {0U, 1U, 2U, 3U}) {
      for (const Task task : {Task::classification, Task::regression}) {
        all.push_back({method, family, task});
      }
    }
  }
  return all;
}

std::string name(const ::testing::TestParamInfo<Case>& one) {
  constexpr const char* methods[] = {"Newton", "QuasiNewton", "FrankWolfe"};
  constexpr const char* families[] = {"X", "Full", "Polynomial", "List"};
  return std::string(methods[static_cast<int>(one.param.method)]) + families[one.param.family] +
         (one.param.task == Task::regression ? "Regression" : "Classification");
}

class Certificate : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr double tau = 1e-2;

  Certificate() {
    options.method = GetParam().method;
    options.tolerance = GetParam().method == Method::frank_wolfe ? 1e-3 : 1e-5;
    options.threads = Threads(1);
  }

  /// κ(w) - ½ max over P of <D(w), P>.
  double lower_bound(const Vector& w) const {
    const Matrix D = quadratic.D(w);
    const FeasibleSet& set = family->feasible_set();
    const double s = static_cast<double>(set.size());
    const double kappa = problem.y.dot(w) - problem.epsilon * w.cwiseAbs().sum();
    return kappa - 0.5 * (tau * trace(D, set.shape()) +
                          (1.0 - tau) * s * largest_eigenvalue(D, set.shape()));
  }

  /// ½wᵀKw + Σ C_i loss, with the loss as the textbook has it.
  double upper_bound(const Matrix& P, const Vector& w, double b) const {
    const Matrix K = quadratic.K(P);
    double sum = 0.5 * w.dot(K * w);
    for (Index i = 0; i < x.rows(); ++i) {
      const double f = K.row(i).dot(w) + b;
      const double error = GetParam().task == Task::regression
                               ? std::abs(problem.y(i) - f) - problem.epsilon
                               : 1.0 - problem.y(i) * f;
      sum += cost * std::max(0.0, error);
    }
    return sum;
  }

  const double cost = 3.0;
  const Matrix x = testing::random_points(22, 2, 5);
  const std::shared_ptr<const KernelFamily> family = testing::families(2, tau)[GetParam().family];
  const testing::SlowQuadraticForm quadratic{*family, x};
  const SvmProblem problem = GetParam().task == Task::regression
                                 ? testing::regression_problem(x, cost, 0.1)
                                 : testing::classification_problem(x, cost);
  LearnOptions options;
};

TEST_P(Certificate, HoldsAfterEveryIteration) {
  LearnOptions tight;
  tight.tolerance = 1e-9;
  tight.threads = Threads(1);
  const LearnResult best = learn(*family, x, problem, tight);
  ASSERT_LE(best.relative_gap(), 1e-8);
  const double optimum = best.lower;
  const double slack = 1e-8 * optimum;

  const LearnResult whole = learn(*family, x, problem, options);
  ASSERT_GE(whole.iterations, 2) << "nothing was learned";
  ASSERT_EQ(whole.history.size(), static_cast<std::size_t>(whole.iterations));
  for (int k = 1; k <= std::min(whole.iterations, 12); ++k) {
    options.max_iterations = k;
    const testing::RecordingFamily recording(family);
    const LearnResult result = learn(recording, x, problem, options);
    ASSERT_EQ(result.iterations, k);

    // The run is deterministic, so stopping it early yields the first part of the whole.
    const Bounds& bounds = whole.history[static_cast<std::size_t>(k - 1)];
    EXPECT_EQ(bounds.iteration, k);
    EXPECT_EQ(bounds.upper, result.upper);
    EXPECT_EQ(bounds.lower, result.lower);

    EXPECT_LE(result.lower, optimum + slack);
    EXPECT_GE(result.upper, optimum - slack);
    EXPECT_NEAR(result.upper, upper_bound(result.P, result.svm.w, result.svm.b), slack);
    double lower = 0.0;  // what w = 0 certifies
    for (const Vector& w : recording.weights()) lower = std::max(lower, lower_bound(w));
    EXPECT_NEAR(result.lower, lower, slack);
    // Trials that turn out worse are given up before they reach a bound.
    EXPECT_GE(result.inner_solves, static_cast<int>(recording.weights().size()));
  }
  for (std::size_t k = 1; k < whole.history.size(); ++k) {
    EXPECT_LE(whole.history[k].upper, whole.history[k - 1].upper);
    EXPECT_GE(whole.history[k].lower, whole.history[k - 1].lower);
  }
}

TEST_P(Certificate, BelongsToFeasibleParameterAndWeights) {
  const LearnResult result = learn(*family, x, problem, options);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_LE(result.upper - result.lower, options.tolerance * result.upper);
  const FeasibleSet& set = family->feasible_set();
  EXPECT_GE(smallest_eigenvalue(result.P, set.shape()), tau - 1e-12);
  EXPECT_NEAR(trace(result.P, set.shape()), static_cast<double>(set.size()), 1e-10);
  if (set.shape() == FeasibleSet::Shape::symmetric) {
    EXPECT_LE((result.P - result.P.transpose()).cwiseAbs().maxCoeff(), 1e-14);
  }

  const Vector& w = result.svm.w;
  EXPECT_NEAR(w.sum(), 0.0, 1e-12 * cost * static_cast<double>(w.size()));
  EXPECT_TRUE((w.array() <= problem.upper.array()).all());
  EXPECT_TRUE((w.array() >= problem.lower.array()).all());
  EXPECT_EQ(result.upper, result.svm.primal);
}

INSTANTIATE_TEST_SUITE_P(All, Certificate, ::testing::ValuesIn(cases()), name);

}  // namespace
}  // namespace tkl
