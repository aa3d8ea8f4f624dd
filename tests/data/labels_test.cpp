#include "data/labels.hpp"

#include <gtest/gtest.h>

#include "tkl/dataset.hpp"

namespace tkl {
namespace {

using Labels = std::vector<std::string>;

TEST(Labels, NumbersAreSortedByValueAndComparedByValue) {
  const auto result = internal::classify_labels({"10", "9", "+9.0", "1e1", "-0", "0"});
  EXPECT_EQ(result.classes, (Labels{"0", "9", "10"}));
  Vector expected(6);
  expected << 2, 1, 1, 2, 0, 0;
  EXPECT_EQ(result.indices, expected);
}

TEST(Labels, TextIsSortedAsText) {
  const auto result = internal::classify_labels({"no", "10", "9", "9.0", "no"});
  EXPECT_EQ(result.classes, (Labels{"10", "9", "9.0", "no"}));
  Vector expected(5);
  expected << 3, 0, 1, 2, 3;
  EXPECT_EQ(result.indices, expected);
}

TEST(Labels, ThatAreBooleanMergeWhateverTheirCapitals) {
  auto labels = internal::classify_labels({"true", "FALSE", "True", "false"});
  internal::merge_capitals(labels);
  EXPECT_EQ(labels.classes, (Labels{"FALSE", "True"}));
  EXPECT_EQ(labels.indices, (Vector(4) << 1, 0, 1, 0).finished());
  auto others = internal::classify_labels({"a", "A", "b"});
  internal::merge_capitals(others);
  EXPECT_EQ(others.classes, (Labels{"A", "a", "b"}));
}

TEST(ClassIndex, IgnoresCapitalsOfBooleans) {
  EXPECT_EQ(class_index({"no", "yes"}, "YES"), 1);
  EXPECT_EQ(class_index({"No", "no", "yes"}, "no"), 1);
  EXPECT_EQ(class_index({"a", "b"}, "A"), std::nullopt);
}

TEST(ClassIndex, ComparesNumbersByValueIfAllClassesAreNumbers) {
  EXPECT_EQ(class_index({"-1", "1"}, "+1.0"), 1);
  EXPECT_EQ(class_index({"-1", "1"}, "-1"), 0);
  EXPECT_EQ(class_index({"-1", "1"}, "2"), std::nullopt);
  EXPECT_EQ(class_index({"-1", "1"}, "yes"), std::nullopt);
  EXPECT_EQ(class_index({"1", "yes"}, "1"), 0);
  EXPECT_EQ(class_index({"1", "yes"}, "1.0"), std::nullopt);
  EXPECT_EQ(class_index({"no", "yes"}, "yes"), 1);
}

}  // namespace
}  // namespace tkl
