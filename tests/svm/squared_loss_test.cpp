/// SVMs with squared losses, against linear algebra and the definition of the objective.

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "support/random.hpp"
#include "svm/kernel_matrix.hpp"
#include "tkl/fit.hpp"
#include "tkl/generate.hpp"

namespace tkl {
namespace {

using testing::Random;

constexpr Index rows = 60;

struct Example {
  Matrix x = testing::random_points(rows, 2, 5);
  Matrix K =
      testing::tessellated(2, Basis::x, 1, 1e-3).gram(Matrix::Identity(6, 6) / 6.0, x, Threads(1));
  Vector cost = testing::random_points(rows, 1, 6).array() * 20.0 + 1.0;
};

/// ½wᵀKw + Σ C_i ξ_i² for the f that w and b stand for.
double objective(const Matrix& K, const Vector& cost, const Vector& xi, const Vector& w) {
  return 0.5 * w.dot(K * w) + cost.dot(xi.cwiseAbs2());
}

SvmOptions accurate() {
  SvmOptions options;
  options.tolerance = 1e-9;
  return options;
}

TEST(SquaredLoss, WithoutATubeIsRidgeRegression) {
  const Example e;
  const Vector y = testing::noisy_values(e.x, 0.3, 7);
  const SvmProblem problem = SvmProblem::regression(y, e.cost, 0.0).squared();
  const SvmSolution svm = solve_svm(problem, e.K, accurate());

  // (K + W⁻¹/2) w + b = y,  Σ w = 0.
  Matrix system = Matrix::Ones(rows + 1, rows + 1);
  system.topLeftCorner(rows, rows) = e.K;
  system.topLeftCorner(rows, rows).diagonal() += (0.5 / e.cost.array()).matrix();
  system(rows, rows) = 0.0;
  Vector right = Vector::Zero(rows + 1);
  right.head(rows) = y;
  const Vector solution = system.partialPivLu().solve(right);
  EXPECT_LE((svm.w - solution.head(rows)).norm(), 1e-5 * solution.head(rows).norm());
  EXPECT_NEAR(svm.b, solution(rows), 1e-5);
}

TEST(SquaredLoss, CertifiesTheObjectiveByItsDefinition) {
  const Example e;
  const double tube = 0.1;
  const Vector y = testing::noisy_values(e.x, 0.3, 8);
  const SvmSolution svm =
      solve_svm(SvmProblem::regression(y, e.cost, tube).squared(), e.K, accurate());
  ASSERT_EQ(svm.status, Status::converged);
  const Vector residual = y - e.K * svm.w - Vector::Constant(rows, svm.b);
  const Vector xi = (residual.cwiseAbs().array() - tube).max(0.0);
  EXPECT_NEAR(svm.primal, objective(e.K, e.cost, xi, svm.w), 1e-8 * svm.primal);
  EXPECT_LE(svm.gap(), 1e-9 * svm.primal);
  EXPECT_GT((svm.w.array() == 0.0).count(), 0) << "no row inside the tube: nothing tested";

  const Vector signs = testing::noisy_signs(e.x, 0.3, 9);
  const SvmSolution classifier =
      solve_svm(SvmProblem::classification(signs, e.cost).squared(), e.K, accurate());
  const Vector margin =
      signs.cwiseProduct(e.K * classifier.w + Vector::Constant(rows, classifier.b));
  const Vector missing = (1.0 - margin.array()).max(0.0);
  EXPECT_NEAR(classifier.primal, objective(e.K, e.cost, missing, classifier.w),
              1e-8 * classifier.primal);
  EXPECT_LE(classifier.gap(), 1e-9 * classifier.primal);
}

TEST(SquaredLoss, LearnsPToACertifiedOptimum) {
  const Example e;
  const Tessellated family = testing::tessellated(2, Basis::x, 1, 1e-3);
  const SvmProblem problem =
      SvmProblem::regression(testing::noisy_values(e.x, 0.3, 10), e.cost, 0.05).squared();
  for (const Method method : {Method::newton, Method::quasi_newton}) {
    LearnOptions options;
    options.method = method;
    options.tolerance = 1e-6;
    const LearnResult result = learn(family, e.x, problem, options);
    ASSERT_EQ(result.status, Status::converged);
    EXPECT_LE(result.relative_gap(), 1e-6);
    const auto optimum_at = [&](const Matrix& P) {
      return solve_svm(problem, family.gram(P, e.x, Threads(1)), accurate()).primal;
    };
    EXPECT_NEAR(optimum_at(result.P), result.upper, 1e-5 * result.upper);
    const Matrix start = family.feasible_set().start();
    EXPECT_LT(result.upper, 0.99 * optimum_at(start));
    for (const double step : {0.3, 0.05}) {
      EXPECT_GE(optimum_at((1.0 - step) * result.P + step * start), result.lower);
    }
  }
}

TEST(SquaredLoss, IsTheSameWhereTheKernelDoesNotFitIntoMemory) {
  GeneratorOptions generated;
  generated.rows = 1500;
  generated.noise = 1.0;
  const Dataset data = generate("friedman1", generated);
  FitOptions options;
  options.loss = Loss::squared;
  options.tau = 1.0;
  options.learn.tolerance = 1e-8;
  const Model plenty = fit(data, options).model;
  options.memory_limit = 0.9 * estimated_memory(data.rows(), data.features(), options);
  const Model scarce = fit(data, options).model;
  EXPECT_EQ(plenty.loss, Loss::squared);
  EXPECT_LE((plenty.predict(data.points) - scarce.predict(data.points)).cwiseAbs().maxCoeff(),
            1e-3);
}

TEST(RidgedKernel, IsTheKernelWithMoreOnItsDiagonal) {
  Random random(512);
  const Matrix K = testing::symmetric_matrix(random, 20);
  const Vector ridge = testing::uniform_vector(random, 20, 0.5, 2.0);
  const DenseKernel plain(K, Threads(1));
  const RidgedKernel ridged(plain, ridge);
  const std::vector<Index> some{3, 17, 4, 9};
  const std::vector<Index> others{9, 0, 3};
  EXPECT_TRUE(ridged.diagonal() == plain.diagonal() + ridge);
  const Matrix sum = plain.block(some) + Matrix(ridge(some).asDiagonal());
  EXPECT_TRUE(ridged.block(some) == sum);
  Eigen::MatrixXf cross = plain.cross(some, others);
  cross(0, 2) = static_cast<float>(ridged.diagonal()(3));
  cross(3, 0) = static_cast<float>(ridged.diagonal()(9));
  EXPECT_TRUE(ridged.cross(some, others) == cross);
  Eigen::MatrixXf gathered = Eigen::MatrixXf::Zero(4, 4);
  ridged.gather(some, gathered);
  EXPECT_TRUE(gathered == Eigen::MatrixXf(sum.cast<float>().triangularView<Eigen::Lower>()));
  const Vector w = testing::uniform_vector(random, 20, -1.0, 1.0);
  const Vector expected = K * w + ridge.cwiseProduct(w);
  EXPECT_LE((ridged.multiply(w) - expected).cwiseAbs().maxCoeff(), 1e-13);
}

}  // namespace
}  // namespace tkl
