#include "kernels/pair_tiles.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "support/options.hpp"
#include "support/random.hpp"
#include "support/tessellated_reference.hpp"
#include "tkl/tessellated.hpp"

namespace tkl {
namespace {

using testing::Random;

/// Every instruction set that this machine can run. Those with and without fused multiplication
/// may differ in the last bits, so each is compared with the truth on its own.
class PairTiles : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

struct Case {
  Tessellated family;
  Matrix P;
  Random random;

  Case(Index n, int d, Basis basis)
      : family(options(n, d, basis)), random(static_cast<std::uint64_t>(1000 * n + d)) {
    P = testing::psd_matrix(random, family.feasible_set().size(), family.feasible_set().size());
  }

  Matrix points(Index count) {
    return testing::uniform_matrix(random, count, family.features(), -0.2, 1.2);
  }

  static TessellatedOptions options(Index n, int d, Basis basis) {
    TessellatedOptions options = testing::tessellated(Box::around_unit_cube(n, 0.4), d, basis);
    options.scale = 1.7;
    return options;
  }
};

std::vector<Case> small_cases() {
  std::vector<Case> cases;
  for (const Basis basis : {Basis::x, Basis::full}) {
    for (const auto& [n, d] : std::vector<std::tuple<Index, int>>{{1, 0},
                                                                  {1, 1},
                                                                  {1, 2},
                                                                  {1, 3},
                                                                  {2, 3},
                                                                  {3, 0},
                                                                  {3, 1},
                                                                  {3, 2},
                                                                  {5, 1},
                                                                  {5, 2},
                                                                  {7, 1}}) {
      cases.emplace_back(n, d, basis);
    }
  }
  for (const Index n : {16, 33, 60}) cases.emplace_back(n, 1, Basis::x);
  cases.emplace_back(16, 1, Basis::full);
  return cases;
}

std::string describe(const Tessellated& family) {
  const TessellatedOptions& options = family.options();
  return "n = " + std::to_string(family.features()) + ", d = " + std::to_string(options.degree) +
         (options.basis == Basis::full ? ", full basis" : ", x basis");
}

TEST_P(PairTiles, EntriesEqualTheClosedFormInExtendedPrecision) {
  for (Case& c : small_cases()) {
    SCOPED_TRACE(describe(c.family));
    const Matrix x = c.points(7);
    const Matrix y = c.points(5);
    const testing::ClosedFormKernel reference(c.family.options());
    const Matrix K = c.family.kernel(c.P, x, y, Threads(1));
    const Eigen::MatrixXf single = c.family.kernel_single(c.P, x, y, Threads(1));
    Matrix truth(7, 5);
    for (Index i = 0; i < 7; ++i) {
      for (Index j = 0; j < 5; ++j) {
        truth(i, j) = static_cast<double>(reference(c.P, x.row(i), y.row(j)));
      }
    }
    const double size = truth.cwiseAbs().maxCoeff();
    EXPECT_LE((K - truth).cwiseAbs().maxCoeff(), 1e-13 * size);
    EXPECT_LE((single.cast<double>() - truth).cwiseAbs().maxCoeff(), 1e-5 * size);
  }
}

TEST_P(PairTiles, AnEntryDoesNotDependOnItsCompany) {
  for (Case& c : small_cases()) {
    SCOPED_TRACE(describe(c.family));
    const Matrix x = c.points(65);
    const Matrix y = c.points(63);
    const Matrix K = c.family.kernel(c.P, x, y, Threads(1));
    const Eigen::MatrixXf single = c.family.kernel_single(c.P, x, y, Threads(1));
    for (const Index i : {0, 7, 15, 64}) {
      EXPECT_TRUE(c.family.kernel(c.P, x.row(i), y, Threads(1)) == K.row(i));
      EXPECT_TRUE(c.family.kernel_single(c.P, x.row(i), y, Threads(1)) == single.row(i));
    }
    for (const Index j : {0, 5, 62}) {
      EXPECT_TRUE(c.family.kernel(c.P, x, y.row(j), Threads(1)) == K.col(j));
      EXPECT_TRUE(c.family.kernel_single(c.P, x, y.row(j), Threads(1)) == single.col(j));
    }
  }
}

TEST_P(PairTiles, GramMatricesAreMirroredTiles) {
  Case c(5, 1, Basis::full);
  for (const Index m : {1, 7, 63, 65, 130, 200}) {
    SCOPED_TRACE(m);
    const Matrix x = c.points(m);
    const Matrix K = c.family.gram(c.P, x, Threads(2));
    EXPECT_TRUE(K == K.transpose());
    const Matrix all = c.family.kernel(c.P, x, x, Threads(1));
    EXPECT_TRUE(Matrix(K.triangularView<Eigen::Lower>()) ==
                Matrix(all.triangularView<Eigen::Lower>()));
    const Eigen::MatrixXf single = c.family.gram_single(c.P, x, Threads(2));
    EXPECT_TRUE(single == single.transpose());
    EXPECT_LE((single.cast<double>() - K).cwiseAbs().maxCoeff(), 1e-5 * K.cwiseAbs().maxCoeff());
  }
}

TEST_P(PairTiles, ProductIsTheKernelMatrixTimesTheVector) {
  for (Case& c : small_cases()) {
    SCOPED_TRACE(describe(c.family));
    const Matrix x = c.points(65);
    const Matrix y = c.points(131);
    const Vector v = testing::normal_vector(c.random, 131);
    const Matrix K = c.family.kernel(c.P, x, y, Threads(1));
    const Vector product = c.family.product(c.P, x, y, v, Threads(1));
    EXPECT_LE((product - K * v).cwiseAbs().maxCoeff(),
              1e-14 * (K.cwiseAbs() * v.cwiseAbs()).maxCoeff());
    EXPECT_TRUE(c.family.product(c.P, x, y, v, Threads(3)) == product);
    for (const Index i : {0, 9, 64}) {
      EXPECT_EQ(c.family.product(c.P, x.row(i), y, v, Threads(1))(0), product(i));
    }
  }
}

TEST_P(PairTiles, ProductsWithSparsePointsAreThoseWithTheMatrix) {
  for (Case& c : small_cases()) {
    SCOPED_TRACE(describe(c.family));
    const Matrix y = testing::mostly_zero(c.random, c.points(131).cwiseAbs());
    // Some below the least value of y, some with a corner of no volume above them.
    Matrix x = c.points(77);
    x.topRows(30) = testing::mostly_zero(c.random, x.topRows(30));
    x.row(5).setConstant(1.5);
    const Vector v = testing::normal_vector(c.random, 131);
    const Matrix K = c.family.kernel(c.P, x, y, Threads(1));
    const Vector product = c.family.product(c.P, x, y, v, Threads(1));
    EXPECT_LE((product - K * v).cwiseAbs().maxCoeff(),
              1e-14 * (K.cwiseAbs() * v.cwiseAbs()).maxCoeff());
    EXPECT_TRUE(c.family.product(c.P, x, y, v, Threads(3)) == product);
    for (const Index i : {0, 9, 17, 64}) {
      EXPECT_EQ(c.family.product(c.P, x.row(i), y, v, Threads(1))(0), product(i));
    }
  }
}

TEST_P(PairTiles, SensitivityIsTheDerivativeOfTheKernel) {
  for (Case& c : small_cases()) {
    SCOPED_TRACE(describe(c.family));
    const Matrix x = c.points(70);
    Vector w = testing::normal_vector(c.random, 70);
    w(3) = w(40) = 0.0;
    const Matrix K = c.family.kernel(c.P, x, x, Threads(1));
    const auto sensitivity = c.family.sensitivity(w, x, Threads(1));
    const double size = w.cwiseAbs().dot(K.cwiseAbs() * w.cwiseAbs());
    EXPECT_NEAR(inner_product(sensitivity->adjoint(w), c.P), w.dot(K * w), 1e-12 * size);
    const std::vector<Index> rows{0, 7, 69};
    const Vector products = sensitivity->jacobian(rows) * c.family.feasible_set().to_vector(c.P);
    EXPECT_LE((products - (K * w)(rows)).cwiseAbs().maxCoeff(),
              1e-12 * (K.cwiseAbs() * w.cwiseAbs()).maxCoeff());
    EXPECT_TRUE(c.family.sensitivity(w, x, Threads(3))->adjoint(w) == sensitivity->adjoint(w));
    EXPECT_TRUE(c.family.sensitivity(w, x, Threads(3))->jacobian(rows) ==
                sensitivity->jacobian(rows));
  }
}

TEST_P(PairTiles, EveryNumberOfFeaturesWorks) {
  for (Index n = 1; n <= 60; ++n) {
    SCOPED_TRACE(n);
    Case c(n, 1, Basis::x);
    const Matrix x = c.points(3);
    const testing::ClosedFormKernel reference(c.family.options());
    const Matrix K = c.family.gram(c.P, x, Threads(1));
    for (Index i = 0; i < 3; ++i) {
      EXPECT_NEAR(K(i, 0), static_cast<double>(reference(c.P, x.row(i), x.row(0))),
                  1e-13 * K.cwiseAbs().maxCoeff());
    }
  }
}

std::vector<std::int64_t> targets() {
  std::vector<std::int64_t> out;
  for (std::int64_t left = hwy::SupportedTargets(); left != 0; left &= left - 1) {
    out.push_back(left & -left);
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(Targets, PairTiles, ::testing::ValuesIn(targets()),
                         [](const auto& target) {
                           return std::string(hwy::TargetName(target.param));
                         });

}  // namespace
}  // namespace tkl
