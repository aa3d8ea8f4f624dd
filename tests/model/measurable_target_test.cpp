#include "model/measurable_target.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/examples.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

std::string refusal_of(const Vector& target) {
  Dataset data = regression_data(Matrix::Zero(target.size(), 1), target);
  data.target_name = "price";
  return error_of([&] { require_measurable_target(data); });
}

TEST(MeasurableTarget, SaysWhichUnitWouldDo) {
  const Vector values = (Vector(4) << 1.0, -2.5, 0.5, 2.0).finished();
  std::string message = refusal_of(1e200 * values);
  EXPECT_TRUE(contains(message, "\"price\"")) << message;
  EXPECT_TRUE(contains(message, "2.5e+200")) << message;
  EXPECT_TRUE(contains(message, "divide by 1e+200")) << message;
  message = refusal_of(1e-200 * values);
  EXPECT_TRUE(contains(message, "4.5e-200")) << message;
  EXPECT_TRUE(contains(message, "multiply by 1e+200")) << message;
  EXPECT_TRUE(contains(refusal_of(1e-310 * values), "multiply by 1e+300"));
}

TEST(MeasurableTarget, LeavesAllOthersAlone) {
  const Vector values = (Vector(4) << 1.0, -2.5, 0.5, 2.0).finished();
  for (const double unit : {0.0, 1e-135, 1e-3, 1.0, 1e135}) {
    Dataset data = regression_data(Matrix::Zero(4, 1), unit * values);
    EXPECT_NO_THROW(require_measurable_target(data)) << unit;
  }
  // A constant is met exactly, and a value among others may be as small as it likes.
  Dataset data = regression_data(Matrix::Zero(4, 1), Vector::Constant(4, 1e-200));
  EXPECT_NO_THROW(require_measurable_target(data));
  data.target(2) = 1.0;
  EXPECT_NO_THROW(require_measurable_target(data));
  EXPECT_NO_THROW(require_measurable_target(testing::classification_example()));
}

}  // namespace
}  // namespace tkl
