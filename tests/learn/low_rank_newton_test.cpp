#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "learn/improve.hpp"
#include "learn/problems.hpp"
#include "learn/steps.hpp"

namespace tkl {
namespace {

Part whole(const Matrix& x, const SvmProblem& problem) {
  std::vector<Index> rows;
  for (Index i = 0; i < x.rows(); ++i) rows.push_back(i);
  return {rows, x, problem};
}

LearnOptions accurate() {
  LearnOptions options;
  options.tolerance = 1e-6;
  options.threads = Threads(1);
  return options;
}

LearnResult run(StepRule& rule, const KernelFamily& family, const Part& part,
                const LearnOptions& options) {
  Oracle oracle(family, part, options);
  Evaluation at = oracle.evaluate(family.feasible_set().start());
  const Status status = improve(oracle, rule, at);
  return std::move(oracle).result(status, Method::newton);
}

/// With functions of equal size, as fit() has them.
Tessellated of_many_features(const Matrix& x) {
  TessellatedOptions options;
  options.box = Box::around_unit_cube(x.cols(), 0.4);
  options.function_scale = unit_function_scale(options, x, {});
  return Tessellated(options);
}

/// On problems that the method for a small P can do, both must close the gap around one optimum.
TEST(LowRankNewton, ReachesTheOptimumOfNewton) {
  const Matrix x = testing::random_points(90, 3, 5);
  for (const double tau : {0.0, 1e-3, 0.2}) {
    for (const Basis basis : {Basis::x, Basis::full}) {
      const Tessellated family = testing::tessellated(3, basis, 1, tau);
      for (const SvmProblem& problem :
           {testing::regression_problem(x, 20.0, 0.05), testing::classification_problem(x, 20.0)}) {
        const Part part = whole(x, problem);
        LowRankNewton low_rank;
        Newton newton;
        const LearnResult found = run(low_rank, family, part, accurate());
        const LearnResult expected = run(newton, family, part, accurate());
        EXPECT_EQ(found.status, Status::converged);
        EXPECT_LE(found.relative_gap(), 1e-6);
        EXPECT_TRUE(family.feasible_set().contains(found.P, 1e-9));
        EXPECT_NEAR(found.upper, expected.upper, 2e-6 * expected.upper);
        EXPECT_LE(found.lower, expected.upper);
        EXPECT_LE(expected.lower, found.upper);
      }
    }
  }
}

TEST(LowRankNewton, TakesFewSolvesWhereThereAreManyFeatures) {
  const Matrix x = testing::random_points(250, 40, 3);
  const Tessellated family = of_many_features(x);
  ASSERT_TRUE(is_large(family.feasible_set()));
  const SvmProblem problem = testing::classification_problem(x, 3.0);
  const LearnResult found = learn(family, x, problem, accurate());
  EXPECT_EQ(found.status, Status::converged);
  EXPECT_EQ(found.method, Method::newton);
  EXPECT_LE(found.relative_gap(), 1e-6);
  EXPECT_LE(found.inner_solves, 30);
}

TEST(LowRankNewton, SharesPBetweenSubjects) {
  const Matrix x = testing::random_points(120, 30, 8);
  const Tessellated family = of_many_features(x);
  std::vector<Lesson> lessons;
  for (const Index first : {0, 40}) {
    Lesson lesson;
    for (Index i = first; i < first + 80; ++i) lesson.rows.push_back(i);
    lesson.problem = testing::classification_problem(x(lesson.rows, Eigen::all), 2.0);
    lessons.push_back(lesson);
  }
  const SharedLearnResult found = learn_shared(family, x, lessons, accurate());
  EXPECT_EQ(found.status, Status::converged);
  EXPECT_LE(found.relative_gap(), 1e-6);
}

}  // namespace
}  // namespace tkl
