#include "tkl/dataset.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

Dataset small_regression() {
  Matrix points(3, 2);
  points << 1, 2, 3, 4, 5, 6;
  return regression_data(points, Vector::LinSpaced(3, 7, 9));
}

Dataset small_classification() {
  Matrix points(4, 1);
  points << 1, 2, 3, 4;
  return classification_data(points, {"b", "a", "b", "a"});
}

std::string validation_error(const Dataset& data) {
  return error_of([&] { validate(data); });
}

TEST(Dataset, FromArraysOfNumbers) {
  const Dataset data = small_regression();
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"x1", "x2"}));
  EXPECT_EQ(data.target_name, "target");
  EXPECT_EQ(data.points(2, 1), 6.0);
  EXPECT_EQ(data.target(2), 9.0);
  EXPECT_TRUE(data.classes.empty());
  EXPECT_EQ(data.weights.size(), 0);
  EXPECT_NO_THROW(validate(data));
}

TEST(Dataset, FromArraysOfLabels) {
  const Dataset data = small_classification();
  EXPECT_EQ(data.task, Task::classification);
  EXPECT_EQ(data.classes, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(data.target, Vector({{1, 0, 1, 0}}));
  EXPECT_NO_THROW(validate(data));
}

TEST(SelectRows, TakesRowsInTheGivenOrderWithRepeats) {
  Dataset data = small_classification();
  data.weights = Vector::LinSpaced(4, 1, 4);
  data.target_name = "kind";
  const Dataset selected = select_rows(data, {2, 0, 2});
  EXPECT_EQ(selected.points, Matrix(Vector({{3, 1, 3}})));
  EXPECT_EQ(selected.target, Vector({{1, 1, 1}}));
  EXPECT_EQ(selected.weights, Vector({{3, 1, 3}}));
  EXPECT_EQ(selected.classes, data.classes);
  EXPECT_EQ(selected.feature_names, data.feature_names);
  EXPECT_EQ(selected.target_name, "kind");
  EXPECT_EQ(selected.task, Task::classification);
  EXPECT_EQ(select_rows(small_regression(), {1}).weights.size(), 0);
  EXPECT_EQ(select_rows(small_regression(), {}).rows(), 0);
}

TEST(SelectRows, RefusesRowsThatAreNotThere) {
  const Dataset data = small_regression();
  EXPECT_TRUE(contains(error_of([&] { select_rows(data, {0, 3}); }), "no row with index 3"));
  EXPECT_TRUE(contains(error_of([&] { select_rows(data, {-1}); }), "no row with index -1"));
}

TEST(Validate, RefusesSizesThatDisagree) {
  Dataset data = small_regression();
  data.target.conservativeResize(2);
  EXPECT_TRUE(
      contains(validation_error(data), "number of targets, one a row: found 2, expected 3"));
  data = small_regression();
  data.feature_names.pop_back();
  EXPECT_TRUE(contains(validation_error(data), "feature names, one a column: found 1, expected 2"));
  data = small_regression();
  data.weights = Vector::Ones(4);
  EXPECT_TRUE(contains(validation_error(data), "weights, one a row or none: found 4, expected 3"));
  EXPECT_TRUE(contains(validation_error(regression_data(Matrix(3, 0), Vector::Ones(3))),
                       "there is no feature"));
}

TEST(Validate, RefusesNumbersThatAreNotFinite) {
  Dataset data = small_regression();
  data.points(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(
      contains(validation_error(data), "row 2, feature 2 (\"x2\"): the value is not finite"));
  data = small_regression();
  data.target(2) = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(contains(validation_error(data), "row 3: the target is not finite"));
}

TEST(Validate, RefusesBadWeights) {
  Dataset data = small_regression();
  data.weights = Vector({{1, -1, 1}});
  EXPECT_TRUE(contains(validation_error(data), "row 2: the weight must be"));
  data.weights(1) = std::nan("");
  EXPECT_TRUE(contains(validation_error(data), "row 2: the weight must be"));
}

TEST(Validate, RowsOfWeightZeroDoNotCount) {
  Dataset data = small_regression();
  data.weights = Vector({{1, 0, 0}});
  EXPECT_TRUE(contains(validation_error(data), "at least two rows of positive weight"));
  data.weights = Vector({{1, 0, 0.5}});
  EXPECT_NO_THROW(validate(data));
  EXPECT_TRUE(contains(validation_error(select_rows(data, {0})), "found 1"));

  data = small_classification();
  data.weights = Vector({{1, 0, 1, 0}});
  EXPECT_TRUE(contains(validation_error(data), "no row of positive weight has the class \"a\""));
}

TEST(Validate, WantsClassesWithARowOfEach) {
  const Matrix points = Vector::LinSpaced(3, 0, 1);
  EXPECT_TRUE(contains(validation_error(classification_data(points, {"a", "a", "a"})),
                       "found 1 class; classification needs at least two"));
  EXPECT_NO_THROW(validate(classification_data(points, {"a", "b", "c"})));
  EXPECT_TRUE(contains(validation_error(select_rows(small_classification(), {1, 3})),
                       "has the class \"b\""));
  Dataset data = small_classification();
  data.target(2) = 0.5;
  EXPECT_TRUE(contains(validation_error(data), "row 3: a classification target must be an index"));
  data.target(2) = 2.0;
  EXPECT_TRUE(contains(validation_error(data), "row 3: a classification target must be an index"));
}

}  // namespace
}  // namespace tkl
