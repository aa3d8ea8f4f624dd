/// The SVM in the span of landmarks, against the solver for any kernel matrix on K = ΦΦᵀ.

#include "landmarks/restricted_svm.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "support/random.hpp"
#include "support/thread_team.hpp"

namespace tkl {
namespace {

constexpr Index row_count = 900;
constexpr Index landmark_count = 60;

struct Example {
  Matrix x = testing::random_points(row_count, 2, 11);
  Tessellated family = testing::tessellated(2, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();
  LandmarkMap map{family, P, x.topRows(landmark_count), Threads(1)};
  std::unique_ptr<Features> features = store_features(map, RowsInMemory(x), Threads(2));
  std::vector<Index> rows = std::vector<Index>(row_count);
  Vector values = testing::noisy_values(x, 0.3, 12);

  Example() { std::iota(rows.begin(), rows.end(), Index{0}); }

  Matrix kernel() const {
    Matrix phi(row_count, landmark_count);
    for (Index l = 0; l < landmark_count; ++l) {
      phi.col(l) = features->times(rows, Vector::Unit(landmark_count, l));
    }
    return phi * phi.transpose();
  }

  Vector signs() const {
    return (values.array() > values.mean()).select(Vector::Ones(row_count), -1.0);
  }
};

RestrictedOptions accurate(double tolerance) {
  RestrictedOptions options;
  options.tolerance = tolerance;
  return options;
}

void expect_optimal(const Example& e, const SvmProblem& problem) {
  const double tolerance = 1e-6;
  const RestrictedSolution solution =
      solve_restricted(problem, *e.features, e.rows, accurate(tolerance), Alone());
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LE(solution.relative_gap(), tolerance);
  // The bounds by their definition.
  const Vector f = e.features->times(e.rows, solution.u).array() + solution.b;
  double primal = 0.5 * solution.u.squaredNorm();
  for (Index i = 0; i < row_count; ++i) primal += problem.loss(i, problem.y(i) - f(i));
  EXPECT_NEAR(solution.primal, primal, 1e-9 * primal);

  SvmOptions svm_options;
  svm_options.tolerance = 1e-5;
  const SvmSolution svm = solve_svm(problem, e.kernel(), svm_options);
  EXPECT_LE(svm.dual, solution.primal * (1.0 + 1e-9));
  EXPECT_LE(solution.dual, svm.primal * (1.0 + 1e-9));
}

TEST(RestrictedSvm, SolvesRegressionWithFewAndManyRowsAtTheirBounds) {
  const Example e;
  for (const double cost : {0.01, 1.0, 100.0}) {
    for (const double tube : {0.0, 0.05, 0.5}) {
      SCOPED_TRACE(::testing::Message() << "cost " << cost << " tube " << tube);
      expect_optimal(e, SvmProblem::regression(e.values, Vector::Constant(row_count, cost), tube));
    }
  }
}

TEST(RestrictedSvm, SolvesClassification) {
  const Example e;
  for (const double cost : {0.01, 1.0, 100.0}) {
    SCOPED_TRACE(cost);
    expect_optimal(e, SvmProblem::classification(e.signs(), Vector::Constant(row_count, cost)));
  }
}

TEST(RestrictedSvm, SolvesSquaredLosses) {
  const Example e;
  for (const double cost : {0.01, 1.0, 100.0}) {
    SCOPED_TRACE(cost);
    const Vector costs = Vector::Constant(row_count, cost);
    expect_optimal(e, SvmProblem::regression(e.values, costs, 0.0).squared());
    expect_optimal(e, SvmProblem::regression(e.values, costs, 0.1).squared());
    expect_optimal(e, SvmProblem::classification(e.signs(), costs).squared());
  }
}

TEST(RestrictedSvm, TakesCostsOfRowsOneByOne) {
  const Example e;
  const Vector cost = testing::random_points(row_count, 1, 13).col(0) * 5.0;
  expect_optimal(e, SvmProblem::regression(e.values, cost, 0.1));
}

/// Cut off after any step, a run ends where it would have ended, not just as near to the optimum.
TEST(RestrictedSvm, GoesOnFromAnyStateAsIfNothingHadHappened) {
  const Example e;
  const Vector costs = Vector::Constant(row_count, 3.0);
  for (const SvmProblem& problem : {SvmProblem::regression(e.values, costs, 0.05),
                                    SvmProblem::classification(e.signs(), costs)}) {
    std::vector<RestrictedState> states;
    RestrictedOptions options = accurate(1e-4);
    options.on_step = [&](const RestrictedState& state) { states.push_back(state); };
    const RestrictedSolution whole =
        solve_restricted(problem, *e.features, e.rows, options, Alone());
    ASSERT_GE(states.size(), 5U);
    ASSERT_FALSE(states.back().past.empty());
    options.on_step = {};
    for (const RestrictedState& state : states) {
      options.start = state;
      const RestrictedSolution resumed =
          solve_restricted(problem, *e.features, e.rows, options, Alone());
      EXPECT_LE((resumed.u - whole.u).norm(), 1e-8 * whole.u.norm());
      EXPECT_NEAR(resumed.b, whole.b, 1e-8);
      EXPECT_NEAR(resumed.dual, whole.dual, 1e-9 * whole.dual);
    }
  }
}

TEST(RestrictedSvm, ATeamFindsWhatOneFinds) {
  const Example e;
  const SvmProblem whole = SvmProblem::regression(e.values, Vector::Constant(row_count, 3.0), 0.05);
  const RestrictedSolution alone =
      solve_restricted(whole, *e.features, e.rows, accurate(1e-7), Alone());
  for (const int size : {2, 3}) {
    testing::ThreadTeam team(size);
    team.run([&](const Team& member) {
      std::vector<Index> own;
      for (Index i = member.rank(); i < row_count; i += member.size()) own.push_back(i);
      const SvmProblem part =
          SvmProblem::regression(e.values(own), Vector::Constant(std::ssize(own), 3.0), 0.05);
      const RestrictedSolution shared =
          solve_restricted(part, *e.features, own, accurate(1e-7), member);
      EXPECT_NEAR(shared.primal, alone.primal, 1e-6 * alone.primal);
      EXPECT_LE((shared.u - alone.u).norm(), 1e-2 * alone.u.norm());
    });
  }
}

TEST(RestrictedSvm, StopsWhenAskedAndStillKnowsItsBounds) {
  const Example e;
  RestrictedOptions options = accurate(1e-9);
  int asked = 0;
  options.stop = [&] { return ++asked > 3; };
  const SvmProblem problem =
      SvmProblem::regression(e.values, Vector::Constant(row_count, 10.0), 0.05);
  const RestrictedSolution solution =
      solve_restricted(problem, *e.features, e.rows, options, Alone());
  EXPECT_EQ(solution.status, Status::interrupted);
  EXPECT_TRUE(std::isfinite(solution.primal));
  EXPECT_GT(solution.primal, solution.dual);
}

}  // namespace
}  // namespace tkl
