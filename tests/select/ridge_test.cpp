#include "select/ridge.hpp"

#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/options.hpp"
#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

struct Problem {
  Matrix K;
  Matrix Y;
  Vector weights;
  std::vector<int> fold;
};

Problem some_problem(bool weighted) {
  Random random(81);
  const Matrix x = testing::uniform_matrix(random, 40, 2);
  const Tessellated family(testing::tessellated(Box::around_unit_cube(2, 0.3)));
  Problem problem{family.gram(family.feasible_set().start(), x, Threads(1)),
                  testing::uniform_matrix(random, 40, 2, -1.0, 1.0),
                  weighted ? testing::uniform_vector(random, 40, 0.2, 3.0) : Vector(),
                  {}};
  for (int i = 0; i < 40; ++i) problem.fold.push_back(i % 7);
  return problem;
}

/// α and intercept from the normal equations [K + ridge W⁻¹, 1; 1ᵀ, 0].
Matrix solve_directly(const Problem& problem, const std::vector<Index>& rows, double ridge) {
  const auto m = static_cast<Index>(rows.size());
  Matrix system = Matrix::Ones(m + 1, m + 1);
  system.topLeftCorner(m, m) = problem.K(rows, rows);
  for (Index i = 0; i < m; ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    system(i, i) += ridge / (problem.weights.size() == 0 ? 1.0 : problem.weights(row));
  }
  system(m, m) = 0.0;
  Matrix right = Matrix::Zero(m + 1, problem.Y.cols());
  right.topRows(m) = problem.Y(rows, Eigen::all);
  return system.partialPivLu().solve(right);
}

TEST(RidgePath, EqualsTheFitsWithoutEachFold) {
  for (const bool weighted : {false, true}) {
    const Problem problem = some_problem(weighted);
    const RidgePath path(problem.K, problem.Y, problem.weights, problem.fold);
    for (const double ridge : {1e-4, 1e-1, 10.0}) {
      const RidgePath::Fit fit = path.fit(ridge);
      std::vector<Index> all;
      for (Index i = 0; i < 40; ++i) all.push_back(i);
      const Matrix direct = solve_directly(problem, all, ridge);
      EXPECT_LT((fit.alpha - direct.topRows(40)).cwiseAbs().maxCoeff(),
                1e-8 * direct.cwiseAbs().maxCoeff());
      for (int k = 0; k < 7; ++k) {
        std::vector<Index> rest;
        for (Index i = 0; i < 40; ++i) {
          if (problem.fold[static_cast<std::size_t>(i)] != k) rest.push_back(i);
        }
        const Matrix without = solve_directly(problem, rest, ridge);
        const auto count = static_cast<Index>(rest.size());
        for (Index i = 0; i < 40; ++i) {
          if (problem.fold[static_cast<std::size_t>(i)] != k) continue;
          const Eigen::RowVectorXd expected =
              problem.K(i, rest) * without.topRows(count) + without.row(count);
          EXPECT_LT((fit.held_out.row(i) - expected).cwiseAbs().maxCoeff(), 1e-6);
        }
      }
    }
  }
}

}  // namespace
}  // namespace tkl
