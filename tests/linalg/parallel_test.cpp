#include "linalg/parallel.hpp"

#include <cmath>
#include <vector>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl::linalg {
namespace {

using testing::Random;

const std::vector<Index> sizes{1, 2, 383, 384, 385, 900};  // tiles are of 384 rows

Matrix definite(Random& random, Index size) {
  return testing::psd_matrix(random, size, size) + Matrix::Identity(size, size);
}

/// Factorises with the upper triangle spoilt, which must neither matter nor change.
template <class AnyMatrix>
AnyMatrix factor_of(const AnyMatrix& A, int threads) {
  using Scalar = typename AnyMatrix::Scalar;
  AnyMatrix a = A;
  a.template triangularView<Eigen::StrictlyUpper>().setConstant(Scalar{1e6});
  EXPECT_TRUE(parallel_cholesky(a, Threads(threads)));
  AnyMatrix upper = a.template triangularView<Eigen::StrictlyUpper>();
  AnyMatrix spoilt = AnyMatrix::Constant(A.rows(), A.rows(), Scalar{1e6});
  EXPECT_TRUE(upper == AnyMatrix(spoilt.template triangularView<Eigen::StrictlyUpper>()));
  return a.template triangularView<Eigen::Lower>();
}

TEST(ParallelCholesky, AgreesWithEigen) {
  Random random(521);
  for (const Index size : sizes) {
    const Matrix A = definite(random, size);
    const Matrix truth = A.llt().matrixL();
    EXPECT_LE((factor_of<Matrix>(A, 1) - truth).cwiseAbs().maxCoeff(), 1e-12) << size;
    const Eigen::MatrixXf rounded = A.cast<float>();
    EXPECT_LE((factor_of<Eigen::MatrixXf>(rounded, 1).cast<double>() - truth).cwiseAbs().maxCoeff(),
              2e-5)
        << size;
  }
}

TEST(ParallelCholesky, IsTheSameForAnyNumberOfThreads) {
  Random random(522);
  for (const Index size : {385, 900}) {
    const Matrix A = definite(random, size);
    const Eigen::MatrixXf rounded = A.cast<float>();
    const Matrix alone = factor_of<Matrix>(A, 1);
    const Eigen::MatrixXf alone_rounded = factor_of<Eigen::MatrixXf>(rounded, 1);
    for (const int threads : {2, 3}) {
      EXPECT_TRUE(factor_of<Matrix>(A, threads) == alone) << threads << " threads";
      EXPECT_TRUE(factor_of<Eigen::MatrixXf>(rounded, threads) == alone_rounded)
          << threads << " threads";
    }
  }
}

TEST(ParallelCholesky, WorksOnBlocksAndTouchesNothingElse) {
  Random random(523);
  const Matrix A = definite(random, 390);
  Matrix around = testing::normal_matrix(random, 400, 400);
  const Matrix before = around;
  around.block(4, 6, 390, 390) = A;
  ASSERT_TRUE(parallel_cholesky(around.block(4, 6, 390, 390), Threads(2)));
  const Matrix truth = A.llt().matrixL();
  const Matrix factor = around.block(4, 6, 390, 390).triangularView<Eigen::Lower>();
  EXPECT_LE((factor - truth).cwiseAbs().maxCoeff(), 1e-12);
  around.block(4, 6, 390, 390) = before.block(4, 6, 390, 390);
  EXPECT_TRUE(around == before);
}

TEST(ParallelCholesky, SaysNoToWhatIsNotPositiveDefinite) {
  Random random(524);
  for (const Index size : sizes) {
    const Matrix good = definite(random, size);
    for (const Index bad : {Index{0}, size / 2, size - 1}) {
      for (const int threads : {1, 3}) {
        Matrix A = good;
        A(bad, bad) = -1e-3;
        Eigen::MatrixXf rounded = A.cast<float>();
        EXPECT_FALSE(parallel_cholesky(A, Threads(threads))) << size << ", row " << bad;
        EXPECT_FALSE(parallel_cholesky(rounded, Threads(threads))) << size << ", row " << bad;
      }
    }
  }
}

TEST(ParallelSolveLower, InvertsTheTriangleForAnyNumberOfThreads) {
  Random random(525);
  for (const Index size : {1, 90}) {
    Matrix l = 0.1 * testing::normal_matrix(random, size, size);
    l.diagonal().setConstant(2.0);
    const Eigen::MatrixXf rounded = l.cast<float>();
    const Matrix L = l.triangularView<Eigen::Lower>();  // the rest of l must not matter
    for (const Index columns : {0, 1, 63, 64, 65, 150}) {
      const Matrix right = testing::normal_matrix(random, size, columns);
      const Matrix truth = L.triangularView<Eigen::Lower>().solve(right);
      Matrix alone;
      Eigen::MatrixXf alone_rounded;
      for (const int threads : {1, 2, 3}) {
        Matrix x = right;
        parallel_solve_lower(l, x, Threads(threads));
        Eigen::MatrixXf x_rounded = right.cast<float>();
        parallel_solve_lower(rounded, x_rounded, Threads(threads));
        if (threads == 1) {
          alone = x;
          alone_rounded = x_rounded;
        }
        EXPECT_TRUE(x == alone) << threads << " threads";
        EXPECT_TRUE(x_rounded == alone_rounded) << threads << " threads";
      }
      if (columns == 0) continue;
      const double scale = truth.cwiseAbs().maxCoeff();
      EXPECT_LE((alone - truth).cwiseAbs().maxCoeff(), 1e-11 * scale);
      EXPECT_LE((alone_rounded.cast<double>() - truth).cwiseAbs().maxCoeff(), 1e-4 * scale);
    }
  }
}

TEST(ParallelSolveLower, SolvesForOneLongColumn) {
  Random random(528);
  for (const Index size : {1, 1023, 1024, 1025, 2100}) {  // bands are of 1024 rows
    Matrix l =
        (0.5 / std::sqrt(static_cast<double>(size))) * testing::normal_matrix(random, size, size);
    l.diagonal().setConstant(2.0);
    const Eigen::MatrixXf rounded = l.cast<float>();
    const Vector right = testing::normal_matrix(random, size, 1);
    const Vector lower = l.triangularView<Eigen::Lower>().solve(right);
    const Vector upper = l.triangularView<Eigen::Lower>().transpose().solve(right);
    Eigen::VectorXf alone_lower;
    Eigen::VectorXf alone_upper;
    for (const int threads : {1, 2, 3}) {
      Eigen::VectorXf x = right.cast<float>();
      parallel_solve_lower(rounded, x, Threads(threads));
      Eigen::VectorXf z = right.cast<float>();
      parallel_solve_lower_transposed(rounded, z, Threads(threads));
      if (threads == 1) {
        alone_lower = x;
        alone_upper = z;
      }
      EXPECT_TRUE(x == alone_lower) << size << " rows, " << threads << " threads";
      EXPECT_TRUE(z == alone_upper) << size << " rows, " << threads << " threads";
    }
    EXPECT_LE((alone_lower.cast<double>() - lower).cwiseAbs().maxCoeff(), 1e-4);
    EXPECT_LE((alone_upper.cast<double>() - upper).cwiseAbs().maxCoeff(), 1e-4);
  }
}

TEST(ParallelSubtractProduct, SubtractsProductsForAnyNumberOfThreads) {
  Random random(529);
  for (const Index rows : {0, 1, 128, 129, 1025}) {
    for (const Index inner : {0, 1, 30}) {
      for (const Index columns : {1, 5}) {
        const Matrix a = testing::normal_matrix(random, rows, inner);
        const Matrix b = testing::normal_matrix(random, inner, columns);
        const Matrix before = testing::normal_matrix(random, rows, columns);
        const Matrix truth = before - a * b;
        for (const int threads : {1, 3}) {
          Eigen::MatrixXf c = before.cast<float>();
          parallel_subtract_product(a.cast<float>(), b.cast<float>(), c, Threads(threads));
          EXPECT_LE((c.cast<double>() - truth).norm(), 1e-4) << rows << ", " << inner;
          c = before.cast<float>();
          parallel_subtract_transposed_product(a.transpose().cast<float>(), b.cast<float>(), c,
                                               Threads(threads));
          EXPECT_LE((c.cast<double>() - truth).norm(), 1e-4) << rows << ", " << inner;
        }
      }
    }
  }
}

TEST(ParallelSubtractSquare, SubtractsTheSquareForAnyNumberOfThreads) {
  Random random(526);
  for (const Index columns : {0, 1, 64, 65, 150}) {
    const Eigen::MatrixXf a = testing::normal_matrix(random, 40, columns).cast<float>();
    const Eigen::MatrixXf before = testing::normal_matrix(random, columns, columns).cast<float>();
    const Matrix truth = before.cast<double>() - a.cast<double>().transpose() * a.cast<double>();
    Eigen::MatrixXf alone;
    for (const int threads : {1, 2, 3}) {
      Eigen::MatrixXf c = before;
      parallel_subtract_square(a, c, Threads(threads));
      if (threads == 1) alone = c;
      EXPECT_TRUE(c == alone) << threads << " threads";
    }
    if (columns == 0) continue;
    EXPECT_LE((alone.cast<double>() - truth).cwiseAbs().maxCoeff(), 1e-4);
  }
}

TEST(ParallelMirrorLower, CopiesTheLowerTriangle) {
  Random random(527);
  for (const Index size : {1, 2, 63, 64, 65, 150, 1450}) {
    const Eigen::MatrixXf before = testing::normal_matrix(random, size + 3, size + 2).cast<float>();
    Eigen::MatrixXf expected = before;
    for (Index j = 0; j < size; ++j) {
      for (Index i = 0; i < j; ++i) expected(i, j) = before(j, i);
    }
    for (const int threads : {1, 3}) {
      Eigen::MatrixXf a = before;
      parallel_mirror_lower(a.topLeftCorner(size, size), Threads(threads));
      EXPECT_TRUE(a == expected) << size << " rows, " << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace tkl::linalg
