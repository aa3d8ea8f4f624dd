#include "kernels/radial_tiles.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;
using Shape = RadialKernel::Shape;

double by_definition(const RadialKernel& kernel, const Vector& x, const Vector& y) {
  const double r = (x - y).norm();
  if (kernel.shape == Shape::gaussian) return kernel.factor * std::exp(-kernel.rate * r * r);
  return kernel.factor * (1.0 + kernel.rate * r) * std::exp(-kernel.rate * r);
}

/// On every kind of vectors that the machine has.
class RadialTiles : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

TEST_P(RadialTiles, AddWhatTheDefinitionSays) {
  Random random(31);
  for (const Shape shape : {Shape::gaussian, Shape::matern}) {
    const RadialKernel kernel{shape, 1.7, 0.6};
    // Rows and columns that fill vectors and groups, and that do not; few features and many.
    for (const Index rows : {1, 7, 8, 300}) {
      for (const Index columns : {1, 3, 4, 9}) {
        for (const Index features : {1, 5, 40}) {
          SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + ", " +
                       std::to_string(features) + " features");
          const Matrix x = testing::uniform_matrix(random, rows, features);
          const Matrix y = testing::uniform_matrix(random, columns, features);
          Matrix out = Matrix::Constant(rows, columns, 2.0);
          Eigen::MatrixXf single = out.cast<float>();
          add_radial(kernel, x, y, out);
          add_radial(kernel, x, y, single);
          for (Index i = 0; i < rows; ++i) {
            for (Index j = 0; j < columns; ++j) {
              const double truth = 2.0 + by_definition(kernel, x.row(i), y.row(j));
              ASSERT_NEAR(out(i, j), truth, 4e-15);
              ASSERT_NEAR(single(i, j), truth, 4e-7);
            }
          }
        }
      }
    }
  }
}

TEST_P(RadialTiles, AnEntryDoesNotDependOnTheOthers) {
  Random random(32);
  const RadialKernel kernel{Shape::matern, 2.3, 1.0};
  const Matrix x = testing::uniform_matrix(random, 40, 3);
  const Matrix y = testing::uniform_matrix(random, 11, 3);
  Matrix all = Matrix::Zero(40, 11);
  add_radial(kernel, x, y, all);
  for (const Index i : {0, 5, 39}) {
    for (const Index j : {0, 6, 10}) {
      Matrix one = Matrix::Zero(1, 1);
      add_radial(kernel, x.row(i), y.row(j), one);
      EXPECT_EQ(one(0, 0), all(i, j));
    }
  }
}

TEST_P(RadialTiles, FarPointsHaveNothingInCommon) {
  Matrix x = Matrix::Zero(1, 1);
  Matrix y = Matrix::Constant(1, 1, 1e200);
  for (const Shape shape : {Shape::gaussian, Shape::matern}) {
    Matrix out = Matrix::Zero(1, 1);
    add_radial({shape, 1.0, 1.0}, x, y, out);
    EXPECT_EQ(out(0, 0), 0.0);
  }
}

TEST_P(RadialTiles, WhatIsNotANumberStaysSo) {
  const Matrix x = Matrix::Constant(9, 1, std::nan(""));
  const Matrix y = Matrix::Zero(1, 1);
  for (const Shape shape : {Shape::gaussian, Shape::matern}) {
    Matrix out = Matrix::Zero(9, 1);
    add_radial({shape, 1.0, 1.0}, x, y, out);
    EXPECT_TRUE(out.array().isNaN().all());
  }
}

INSTANTIATE_TEST_SUITE_P(Targets, RadialTiles,
                         ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& chosen) {
                           return std::string(hwy::TargetName(chosen.param));
                         });

}  // namespace
}  // namespace tkl
