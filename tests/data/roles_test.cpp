#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

Dataset convert(const std::string& text, const DatasetOptions& options) {
  return to_dataset(parse_table(text, "a"), options);
}

const std::string table = "x,w,who,y\n1,1,ann,5\n2,0.5,bob,6.5\n3,2,ann,8\n4,1,cy,9\n";

TEST(ColumnRoles, WeightsAndGroupsAreNoFeatures) {
  const Dataset data = convert(table, {{}, {}, "w", "who"});
  EXPECT_EQ(data.feature_names, std::vector<std::string>{"x"});
  EXPECT_EQ(data.weights, (Vector(4) << 1, 0.5, 2, 1).finished());
  EXPECT_EQ(data.groups, (std::vector<int>{0, 1, 0, 2}));
  EXPECT_NO_THROW(validate(data));
  const Dataset some = select_rows(data, {3, 0});
  EXPECT_EQ(some.groups, (std::vector<int>{2, 0}));
}

TEST(ColumnRoles, MayBeCounted) {
  const Dataset data = convert("1,9,2\n2,8,3\n3,7,5\n", {{}, {}, "2", {}});
  EXPECT_EQ(data.features(), 1);
  EXPECT_EQ(data.weights, (Vector(3) << 9, 8, 7).finished());
}

TEST(ColumnRoles, RefusesWhatCannotBe) {
  EXPECT_TRUE(contains(error_of([] {
                         convert(table, {{}, {}, "v", {}});
                       }),
                       "no column \"v\" to be the weights"));
  EXPECT_TRUE(contains(error_of([] { convert(table, {{}, {}, "who", {}}); }), "not a number"));
  EXPECT_TRUE(contains(error_of([] { convert(table, {{}, {}, "y", {}}); }), "different columns"));
  EXPECT_TRUE(contains(error_of([] { convert(table, {{}, {}, "w", "w"}); }), "different columns"));
  EXPECT_TRUE(contains(error_of([] {
                         convert("w,y\n1,2\n2,3\n", {{}, {}, "w", {}});
                       }),
                       "no column is left"));
  EXPECT_TRUE(contains(error_of([] {
                         convert("x,w,y\n1,2,3\n2,-1,4\n", {{}, {}, "w", {}});
                       }),
                       "a:3: column 2 (\"w\"): a weight must not be negative"));
}

TEST(ClassWeights, BalancedClassesWeighTheSame) {
  Dataset data = classification_data(Vector::LinSpaced(6, 0, 1), {"a", "a", "a", "a", "b", "b"});
  const Vector factors = balanced_class_weights(data);
  EXPECT_EQ(factors, (Vector(2) << 0.75, 1.5).finished());
  weigh_classes(data, factors);
  EXPECT_DOUBLE_EQ(data.weights.head(4).sum(), data.weights.tail(2).sum());
  EXPECT_DOUBLE_EQ(data.weights.sum(), 6.0);
  weigh_classes(data, factors);
  EXPECT_DOUBLE_EQ(data.weights(0), 0.75 * 0.75);
  EXPECT_TRUE(contains(error_of([&] { weigh_classes(data, Vector::Ones(3)); }), "class weights"));
}

}  // namespace
}  // namespace tkl
