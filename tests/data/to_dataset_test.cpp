#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using Texts = std::vector<std::string>;

Dataset convert(std::string_view text, const DatasetOptions& options = {}) {
  Dataset data = to_dataset(parse_table(text, "a"), options);
  validate(data);
  return data;
}

TEST(ToDataset, TakesTheLastColumnAsTarget) {
  const Dataset data = convert("age,size,price\n1,2,3.5\n4,5,6\n7,8,9\n");
  EXPECT_EQ(data.task, Task::regression);
  EXPECT_EQ(data.points, Matrix({{1.0, 2.0}, {4.0, 5.0}, {7.0, 8.0}}));
  EXPECT_EQ(data.target, Vector({{3.5, 6, 9}}));
  EXPECT_EQ(data.feature_names, (Texts{"age", "size"}));
  EXPECT_EQ(data.target_name, "price");
}

TEST(ToDataset, TakesTheGivenColumnAsTarget) {
  const Dataset data = convert("age,size,price\n1,2,3\n4,5,6\n7,8,9\n", {{}, "size"});
  EXPECT_EQ(data.points, Matrix({{1.0, 3.0}, {4.0, 6.0}, {7.0, 9.0}}));
  EXPECT_EQ(data.target, Vector({{2, 5, 8}}));
  EXPECT_EQ(data.feature_names, (Texts{"age", "price"}));
  EXPECT_EQ(data.target_name, "size");
}

TEST(ToDataset, WithoutAHeaderNamesFeaturesByColumn) {
  const Dataset data = convert("1,2,3\n4,5,6\n7,8,9\n", {{}, "1"});
  EXPECT_EQ(data.feature_names, (Texts{"x2", "x3"}));
  EXPECT_EQ(data.target_name, "target");
}

TEST(ToDataset, ReadsLibsvm) {
  const Dataset data = convert("+1 1:2 3:4\n-1 2:1\n");
  EXPECT_EQ(data.task, Task::classification);
  EXPECT_EQ(data.classes, (Texts{"-1", "1"}));
  EXPECT_EQ(data.target, Vector({{1, 0}}));
  EXPECT_EQ(data.points, Matrix({{2.0, 0.0, 4.0}, {0.0, 1.0, 0.0}}));
  EXPECT_EQ(data.feature_names, (Texts{"x1", "x2", "x3"}));
  EXPECT_EQ(data.target_name, "target");
}

TEST(ToDataset, TwoValuesOrTextMeanClassification) {
  EXPECT_EQ(convert("1,0\n2,1\n3,0").task, Task::classification);
  EXPECT_EQ(convert("1,yes\n2,no").task, Task::classification);
  EXPECT_EQ(convert("1,1\n2,no").task, Task::classification);
  EXPECT_EQ(convert("1,0\n2,1\n3,2").task, Task::regression);
  EXPECT_EQ(convert("1,5\n2,5").task, Task::regression);
  EXPECT_EQ(convert("1,0\n2,1", {Task::regression, {}}).task, Task::regression);
  EXPECT_EQ(convert("1,0\n2,1", {Task::regression, {}}).target, Vector({{0, 1}}));
}

TEST(ToDataset, EqualNumbersAreOneClass) {
  const Dataset data = convert("1,10\n2,9.0\n3,1e1\n4,9");
  EXPECT_EQ(data.task, Task::classification);
  EXPECT_EQ(data.classes, (Texts{"9", "10"}));
  EXPECT_EQ(data.target, Vector({{1, 0, 1, 0}}));
}

TEST(ToDataset, LabelsOfTextAreSorted) {
  const Dataset data = convert("1,yes\n2,no\n3,yes");
  EXPECT_EQ(data.classes, (Texts{"no", "yes"}));
  EXPECT_EQ(data.target, Vector({{1, 0, 1}}));
}

TEST(ToDataset, CapitalsOfBooleanClassesDoNotCount) {
  const Dataset data = convert("1,yes\n2,No\n3,YES\n4,no");
  EXPECT_EQ(data.classes, (Texts{"No", "YES"}));
  EXPECT_EQ(data.target, Vector({{1, 0, 1, 0}}));
}

TEST(ToDataset, AMissingNumberIsNotTakenForAClass) {
  EXPECT_EQ(
      error_of([] { convert("a,b\n1,1.5\n2,NA\n3,4\n"); }),
      "a:3: column 2 (\"b\"): \"NA\" is a missing value, so that this row has no target; fill "
      "it in or remove the row");
}

TEST(ToDataset, ASlipAmongNumbersIsNoClass) {
  EXPECT_TRUE(contains(error_of([] { convert("a,b\n1,1.5\n2,2.5\n3,oops\n"); }),
                       "a:4: column 2 (\"b\"): \"oops\" is not a number; other rows of the target "
                       "are numbers"));
}

TEST(ToDataset, SaysWhyClassesDoNotDo) {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += std::to_string(i) + "," + std::to_string(i) + "\n";
  EXPECT_TRUE(
      contains(error_of([&] {
                 convert(many, {Task::classification, {}});
               }),
               "1001 different values; at most 1000 classes are possible (for numbers choose "
               "regression)"));
  EXPECT_TRUE(contains(error_of([] { convert("1,x\n2,x\n"); }),
                       "a: column 2: every row has the same class \"x\""));
  EXPECT_TRUE(contains(error_of([] {
                         convert("1,5.0\n2,5\n", {Task::classification, {}});
                       }),
                       "every row has the same class \"5\""));
}

TEST(ToDataset, ARegressionNeedsNumbers) {
  EXPECT_TRUE(contains(error_of([] {
                         convert("a,b\n1,2\n2,x\n", {Task::regression, {}});
                       }),
                       "a:3: column 2 (\"b\"): \"x\" is not a number; the target of a regression"));
}

}  // namespace
}  // namespace tkl
