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
