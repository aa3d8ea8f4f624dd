#include "linalg/dense.hpp"

#include <array>
#include <limits>

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl::linalg {
namespace {

using testing::Random;

Matrix transposed_if(Transpose transpose, const Matrix& a) {
  return transpose == Transpose::yes ? Matrix(a.transpose()) : a;
}

TEST(Gemm, AgreesWithEigenForAllTransposes) {
  Random random(401);
  for (const auto [rows, columns, inner] : {std::array<Index, 3>{1, 1, 1},
                                            {7, 5, 3},
                                            {64, 64, 20},
                                            {65, 130, 33},
                                            {70, 1, 40},
                                            {9, 1, 0}}) {
    for (const Transpose a_side : {Transpose::no, Transpose::yes}) {
      for (const Transpose b_side : {Transpose::no, Transpose::yes}) {
        for (const double beta : {0.0, 1.0, -0.3}) {
          const bool a_flips = a_side == Transpose::yes;
          const bool b_flips = b_side == Transpose::yes;
          const Matrix a =
              testing::normal_matrix(random, a_flips ? inner : rows, a_flips ? rows : inner);
          const Matrix b =
              testing::normal_matrix(random, b_flips ? columns : inner, b_flips ? inner : columns);
          Matrix c = testing::normal_matrix(random, rows, columns);
          const Matrix expected =
              1.5 * transposed_if(a_side, a) * transposed_if(b_side, b) + beta * c;
          gemm(1.5, a, a_side, b, b_side, beta, c);
          EXPECT_LE((c - expected).cwiseAbs().maxCoeff(), 1e-13 * static_cast<double>(inner + 10));
        }
      }
    }
  }
}

TEST(Gemm, WorksOnBlocksAndTouchesNothingElse) {
  Random random(402);
  const Matrix a = testing::normal_matrix(random, 20, 20);
  const Matrix before = testing::normal_matrix(random, 20, 20);
  Matrix c = before;
  gemm(1.0, a.block(2, 3, 5, 4), Transpose::no, a.block(1, 7, 6, 4), Transpose::yes, 0.0,
       c.block(4, 5, 5, 6));
  Matrix expected = before;
  expected.block(4, 5, 5, 6) = a.block(2, 3, 5, 4) * a.block(1, 7, 6, 4).transpose();
  EXPECT_LE((c - expected).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Gemm, BetaZeroIgnoresWhatWasThere) {
  const Matrix a = Matrix::Identity(3, 3);
  Matrix c = Matrix::Constant(3, 3, std::numeric_limits<double>::quiet_NaN());
  gemm(2.0, a, Transpose::no, a, Transpose::no, 0.0, c);
  EXPECT_TRUE(c == 2.0 * a);
}

TEST(Cholesky, FactorsAPositiveDefiniteMatrix) {
  Random random(403);
  for (const Index size : {1, 2, 17, 100, 300}) {
    const Matrix A = testing::psd_matrix(random, size, size) + Matrix::Identity(size, size);
    Matrix factor = A;
    ASSERT_TRUE(cholesky(factor));
    const Matrix L = factor.triangularView<Eigen::Lower>();
    EXPECT_LE((L * L.transpose() - A).cwiseAbs().maxCoeff(), 1e-13 * A.maxCoeff());
    EXPECT_TRUE(Matrix(factor.triangularView<Eigen::StrictlyUpper>()) ==
                Matrix(A.triangularView<Eigen::StrictlyUpper>()))
        << "the upper triangle must not be touched";
  }
}

TEST(Cholesky, ReadsTheLowerTriangleOnly) {
  Random random(404);
  const Matrix A = testing::psd_matrix(random, 10, 10) + Matrix::Identity(10, 10);
  Matrix factor = A;
  factor.triangularView<Eigen::StrictlyUpper>().setConstant(1e6);
  ASSERT_TRUE(cholesky(factor));
  const Matrix L = factor.triangularView<Eigen::Lower>();
  EXPECT_LE((L * L.transpose() - A).cwiseAbs().maxCoeff(), 1e-13 * A.maxCoeff());
}

TEST(Cholesky, SaysNoToWhatIsNotPositiveDefinite) {
  Random random(405);
  for (const Index size : {1, 2, 17, 150}) {
    Matrix A = testing::psd_matrix(random, size, size) + Matrix::Identity(size, size);
    A(size - 1, size - 1) = -1e-3;
    EXPECT_FALSE(cholesky(A)) << size;
  }
  Matrix zero = Matrix::Zero(4, 4);
  EXPECT_FALSE(cholesky(zero));
}

TEST(InvertProduct, IsTheInverseOfTheFactoredMatrix) {
  Random random(409);
  for (const Index size : {1, 5, 70}) {
    const Matrix half = testing::normal_matrix(random, size, size);
    const Matrix a = half * half.transpose() + Matrix::Identity(size, size);
    Matrix l = a;
    ASSERT_TRUE(cholesky(l));
    l.triangularView<Eigen::StrictlyUpper>().setConstant(7.0);  // never read
    invert_product(l);
    EXPECT_LE((a * l - Matrix::Identity(size, size)).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(SolveLower, InvertsTheTriangle) {
  Random random(406);
  for (const Index size : {1, 5, 90}) {
    Matrix l = 0.1 * testing::normal_matrix(random, size, size);
    l.diagonal().setConstant(2.0);
    const Matrix L = l.triangularView<Eigen::Lower>();
    const Matrix right = testing::normal_matrix(random, size, 3);
    Matrix x = right;
    solve_lower(l, x);  // the upper triangle of l is not zero and must not matter
    EXPECT_LE((L * x - right).cwiseAbs().maxCoeff(), 1e-11);
    x = right;
    solve_lower_transposed(l, x);
    EXPECT_LE((L.transpose() * x - right).cwiseAbs().maxCoeff(), 1e-11);
    Vector v = right.col(0);
    solve_lower(l, v);
    EXPECT_LE((L * v - right.col(0)).cwiseAbs().maxCoeff(), 1e-11);
  }
}

TEST(Orthonormalise, KeepsTheSpan) {
  Random random(411);
  for (const auto [rows, columns] : {std::array<Index, 2>{4, 0}, {1, 1}, {60, 60}, {300, 90}}) {
    const Eigen::MatrixXf a = testing::normal_matrix(random, rows, columns).cast<float>();
    Eigen::MatrixXf q = a;
    orthonormalise(q);
    EXPECT_LE((q.transpose() * q - Eigen::MatrixXf::Identity(columns, columns)).norm(), 1e-4F);
    EXPECT_LE((a - q * (q.transpose() * a)).norm(), 1e-4F * (1.0F + a.norm()));
  }
}

}  // namespace
}  // namespace tkl::linalg
