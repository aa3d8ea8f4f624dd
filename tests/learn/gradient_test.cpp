#include <gtest/gtest.h>

#include "learn/problems.hpp"

namespace tkl {
namespace {

double opt_A(const KernelFamily& family, const Matrix& P, const Matrix& x,
             const SvmProblem& problem) {
  SvmOptions tight;
  tight.tolerance = 1e-13;
  const SvmSolution solution = solve_svm(problem, family.gram(P, x, Threads(1)), tight);
  return 0.5 * (solution.primal + solution.dual);
}

Matrix random_symmetric(const FeasibleSet& set, std::uint64_t seed) {
  return set.from_vector(
      (testing::random_points(set.dimension(), 1, seed).array() - 0.5).matrix().col(0));
}

/// OPT_A(P + hV) against its first-order expansion OPT_A(P) - ½h<D(w), V>.
void expect_gradient_is_minus_half_D(const KernelFamily& family, const SvmProblem& problem,
                                     const Matrix& x) {
  constexpr double h = 1e-4;
  const FeasibleSet& set = family.feasible_set();
  const Matrix P = set.project(set.start() + random_symmetric(set, 11));
  SvmOptions tight;
  tight.tolerance = 1e-13;
  const Vector w = solve_svm(problem, family.gram(P, x, Threads(1)), tight).w;
  const Matrix D = family.sensitivity(w, x, Threads(1))->adjoint(w);
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    const Matrix V = random_symmetric(set, seed);
    const double difference =
        (opt_A(family, P + h * V, x, problem) - opt_A(family, P - h * V, x, problem)) / (2.0 * h);
    const double expected = -0.5 * inner_product(D, V);
    EXPECT_NEAR(difference, expected, 1e-4 * D.norm() * V.norm()) << "direction " << seed;
  }
}

TEST(Gradient, OfRegressionIsMinusHalfD) {
  const Matrix x = testing::random_points(30, 2, 21);
  for (const auto& family : testing::families(2, 0.0)) {
    expect_gradient_is_minus_half_D(*family, testing::regression_problem(x, 1.0, 0.1), x);
  }
}

TEST(Gradient, OfClassificationIsMinusHalfD) {
  const Matrix x = testing::random_points(30, 2, 22);
  for (const auto& family : testing::families(2, 0.0)) {
    expect_gradient_is_minus_half_D(*family, testing::classification_problem(x, 1.0), x);
  }
}

}  // namespace
}  // namespace tkl
