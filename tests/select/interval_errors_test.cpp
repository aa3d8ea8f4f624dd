#include "select/interval_errors.hpp"

#include <gtest/gtest.h>

namespace tkl {
namespace {

TEST(IntervalErrors, AreTheSizesInOrder) {
  const Vector errors = (Vector(4) << -3.0, 1.0, 0.5, -2.0).finished();
  EXPECT_EQ(interval_errors(errors, Vector::Ones(4)), (Vector(4) << 0.5, 1.0, 2.0, 3.0).finished());
}

TEST(IntervalErrors, CountARowAsOftenAsItsWeightSays) {
  const Vector errors = (Vector(3) << 7.0, -1.0, 4.0).finished();
  const Vector weights = (Vector(3) << 1.0, 3.0, 0.0).finished();
  EXPECT_EQ(interval_errors(errors, weights), (Vector(4) << 1.0, 1.0, 1.0, 7.0).finished());
}

TEST(IntervalErrors, FollowTheProportionsOfOtherWeights) {
  const Vector errors = (Vector(4) << 4.0, 3.0, 2.0, 1.0).finished();
  const Vector weights = (Vector(4) << 0.75, 0.25, 0.0, 0.0).finished();
  EXPECT_EQ(interval_errors(errors, weights), (Vector(4) << 3.0, 4.0, 4.0, 4.0).finished());
  EXPECT_EQ(interval_errors(errors, Vector::Constant(4, 1e-3)),
            (Vector(4) << 1.0, 2.0, 3.0, 4.0).finished());
}

}  // namespace
}  // namespace tkl
