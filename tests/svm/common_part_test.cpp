#include "svm/common_part.hpp"

#include <limits>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

/// Entries are whole as long as nothing is taken out of them.
class WholeKernel final : public KernelMatrix {
 public:
  explicit WholeKernel(const Matrix& K) : KernelMatrix(K.diagonal(), Threads(1)), K_(K) {}

  void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const override {
    out = cross(rows, rows);
  }
  Eigen::MatrixXf cross(const std::vector<Index>& rows,
                        const std::vector<Index>& columns) const override {
    return K_(rows, columns).cast<float>();
  }
  Matrix block(const std::vector<Index>& rows) const override { return K_(rows, rows); }
  void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const override {
    f += K_(Eigen::all, columns) * v;
  }
  double product_work(Index /*columns*/) const override { return 1.0; }

 private:
  const Matrix& K_;
};

Matrix without(const Matrix& K, const Vector& common) {
  return (K.colwise() - common).rowwise() - common.transpose();
}

TEST(CommonPart, LeavesOfFarPointsTheirProductsFromTheirMiddle) {
  Random random(801);
  const Matrix x = testing::normal_matrix(random, 400, 3);
  const Matrix far = x.array() + 1000.0;
  const Matrix K = far * far.transpose();
  const Matrix left = without(K, common_part(WholeKernel(K)));
  // Of the size of x, and not of the size of 1000.
  EXPECT_LE(left.diagonal().mean(), 3.0 * x.rowwise().squaredNorm().mean());
  EXPECT_GE(left.diagonal().mean(), 0.5 * x.rowwise().squaredNorm().mean());
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(left, Eigen::EigenvaluesOnly);
  EXPECT_GE(eigen.eigenvalues()(0), -1e-6);
}

TEST(CommonPart, DoesNotMoveWithAFewPointsFarAway) {
  Random random(802);
  Matrix x = testing::normal_matrix(random, 400, 3);
  for (const Index odd : {0, 100, 200}) x.row(odd) *= 1e4;
  const Matrix K = x * x.transpose();
  const Matrix left = without(K, common_part(WholeKernel(K)));
  EXPECT_LE(left.diagonal()(1), 20.0);
  EXPECT_LE(left.diagonal()(399), 20.0);
}

TEST(CommonPart, KeepsTheVectorOfOnesWhereTheMiddleIsTheMean) {
  // Half of a small sample stands for all of it, if the other half is the same.
  Matrix x(4, 1);
  x << -1.0, 1.0, -1.0, 1.0;
  const Matrix K = x * x.transpose();
  const Matrix left = without(K, common_part(WholeKernel(K)));
  EXPECT_GT(left.sum(), 0.1);
}

TEST(CommonPart, IsNothingWhereNothingIsFinite) {
  Matrix K = Matrix::Identity(5, 5);
  K(2, 1) = K(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(common_part(WholeKernel(K)) == Vector::Zero(5));
  K.setConstant(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(common_part(WholeKernel(K)) == Vector::Zero(5));
  K.setConstant(std::numeric_limits<double>::max());
  EXPECT_TRUE(common_part(WholeKernel(K)).allFinite());
}

TEST(CommonPart, OfOnePointOrNone) {
  const Matrix one = Matrix::Constant(1, 1, 7.0);
  EXPECT_NEAR(common_part(WholeKernel(one))(0), 3.5, 1e-12);
  const Matrix none(0, 0);
  EXPECT_EQ(common_part(WholeKernel(none)).size(), 0);
}

}  // namespace
}  // namespace tkl
