/// The kernel of cells against its definition by dense linear algebra.

#include "landmarks/cell_kernel.hpp"

#include <numeric>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "learn/problems.hpp"
#include "support/random.hpp"
#include "svm/bordered_system.hpp"

namespace tkl {
namespace {

using testing::Random;

struct Example {
  Matrix x = testing::random_points(300, 3, 1);
  Tessellated family = testing::tessellated(3, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();
  LandmarkMap map{family, P, testing::random_points(20, 3, 2), Threads(2)};
  std::unique_ptr<Features> features = store_features(map, RowsInMemory(x), Threads(2));
  std::vector<Index> rows;
  std::vector<Index> cell;

  explicit Example(Index cells = 4) {
    // Some of the rows, in an order of their own, and one cell that is empty if there are several.
    for (Index i = 0; i < x.rows(); i += 2) {
      rows.push_back(x.rows() - 1 - i);
      cell.push_back(cells == 1 ? 0 : (7 * i + i / 5) % (cells - 1));
    }
  }

  CellKernel kernel(Index cells = 4) const {
    return {map, *features, x, rows, cell, cells, Threads(2)};
  }

  Matrix truth() const {
    const Matrix phi = map.features_of(x(rows, Eigen::all), Threads(1));
    const Matrix K = family.gram(P, x(rows, Eigen::all), Threads(1));
    Matrix out = phi.transpose() * phi;
    for (Index i = 0; i < out.rows(); ++i) {
      for (Index j = 0; j < out.cols(); ++j) {
        const bool together =
            cell[static_cast<std::size_t>(i)] == cell[static_cast<std::size_t>(j)];
        if (together) out(i, j) = K(i, j);
      }
    }
    return out;
  }
};

std::vector<Index> numbers(Index first, Index last, Index step) {
  std::vector<Index> list;
  for (Index i = first; i < last; i += step) list.push_back(i);
  return list;
}

TEST(CellKernel, HasTheEntriesOfItsDefinition) {
  const Example e;
  const CellKernel kernel = e.kernel();
  const Matrix truth = e.truth();
  const double tolerance = 2e-6 * truth.cwiseAbs().maxCoeff();
  const std::vector<Index> some = numbers(1, 150, 3);
  const std::vector<Index> others = numbers(0, 150, 4);
  EXPECT_LE((kernel.diagonal() - truth.diagonal()).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((kernel.block(some) - truth(some, some)).cwiseAbs().maxCoeff(), tolerance);
  EXPECT_LE((kernel.cross(some, others).cast<double>() - truth(some, others)).cwiseAbs().maxCoeff(),
            tolerance);
  Eigen::MatrixXf gathered(60, 60);
  gathered.setZero();
  kernel.gather(some, gathered);
  const auto count = static_cast<Index>(some.size());
  const Matrix difference =
      (gathered.topLeftCorner(count, count).cast<double>() - truth(some, some))
          .triangularView<Eigen::Lower>();
  EXPECT_LE(difference.cwiseAbs().maxCoeff(), tolerance);
}

TEST(CellKernel, ProductsAreThoseOfItsEntries) {
  const Example e;
  const CellKernel kernel = e.kernel();
  const Matrix entries = kernel.block(numbers(0, 150, 1));
  Random random(3);
  for (const std::vector<Index>& columns : {numbers(0, 150, 1), numbers(3, 150, 40)}) {
    const Vector v = testing::normal_vector(random, std::ssize(columns));
    Vector f = Vector::Ones(150);
    kernel.add_product(columns, v, f);
    const Vector expected = Vector::Ones(150) + entries(Eigen::all, columns) * v;
    EXPECT_LE((f - expected).norm(), 1e-12 * entries.norm() * v.norm());
  }
}

TEST(CellKernel, IsPositiveSemidefinite) {
  const Example e;
  const Matrix entries = e.kernel().block(numbers(0, 150, 1));
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(entries);
  EXPECT_GE(eigen.eigenvalues().minCoeff(), -1e-6 * eigen.eigenvalues().maxCoeff());
}

TEST(CellKernel, WithOneCellIsTheKernelItself) {
  const Example e(1);
  const Matrix K = e.family.gram(e.P, e.x(e.rows, Eigen::all), Threads(1));
  EXPECT_LE((e.kernel(1).block(numbers(0, 150, 1)) - K).cwiseAbs().maxCoeff(),
            2e-6 * K.cwiseAbs().maxCoeff());
}

TEST(CellKernel, SumsFeaturesByCell) {
  const Example e;
  Random random(4);
  const Vector w = testing::normal_vector(random, 150);
  const Matrix sums = e.kernel().features_by_cell(w);
  ASSERT_EQ(sums.cols(), 4);
  const Matrix phi = e.map.features_of(e.x(e.rows, Eigen::all), Threads(1));
  Matrix expected = Matrix::Zero(20, 4);
  for (Index i = 0; i < 150; ++i) {
    expected.col(e.cell[static_cast<std::size_t>(i)]) += w(i) * phi.col(i);
  }
  EXPECT_LE((sums - expected).norm(), 1e-5 * expected.norm());
}

/// How far M⁻¹A is from the identity on a random vector, for some rows with a ridge.
double error_of_inverse(const KernelMatrix& whole, double shift) {
  const std::vector<Index> rows = numbers(2, 150, 2);
  const auto inverse = whole.structured_inverse(whole);
  EXPECT_TRUE(inverse->prepare(rows, shift));
  Matrix A = whole.block(rows);
  A.diagonal().array() += shift;
  Random random(6);
  const Vector x = testing::normal_vector(random, std::ssize(rows));
  return (inverse->apply(A * x) - x).norm() / x.norm();
}

TEST(CellPreconditioner, IsTheInverseWhereThereIsARidge) {
  const Example e;
  const CellKernel kernel = e.kernel();
  const double mean = kernel.diagonal().mean();
  EXPECT_LE(error_of_inverse(RidgedKernel(kernel, Vector::Constant(150, 0.1 * mean)), 0.0), 1e-4);
  EXPECT_LE(error_of_inverse(kernel, 0.1 * mean), 1e-4) << "a shift does the same";
  Vector uneven = Vector::LinSpaced(150, 0.05 * mean, 3.0 * mean);
  EXPECT_LE(error_of_inverse(RidgedKernel(kernel, uneven), 0.01 * mean), 1e-4);
}

TEST(CellPreconditioner, SolvesSystemsWithoutARidge) {
  const Example e;
  const CellKernel kernel = e.kernel();
  const std::vector<Index> rows = numbers(0, 150, 1);
  BorderedSystem system(kernel);
  ASSERT_TRUE(system.prepare(rows));
  Random random(7);
  const Vector r = testing::normal_vector(random, 150);
  const auto solution = system.solve(r, 0.0, {1e-8, 0.0});
  EXPECT_TRUE(solution.converged);
  Vector residual = r - solution.product;
  residual.array() -= solution.beta;
  EXPECT_NEAR(solution.x.sum(), 0.0, 1e-6 * solution.x.cwiseAbs().sum());
  EXPECT_LE(residual.norm(), 1e-2 * r.norm());
}

}  // namespace
}  // namespace tkl
