#include "data/table_columns.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl::internal {
namespace {

using tkl::testing::contains;
using tkl::testing::error_of;

TEST(TableColumns, AreCalledAsTheUserKnowsThem) {
  EXPECT_EQ(column_label(parse_table("age,y\n1,2", "a"), 1), "column 2 (\"y\")");
  EXPECT_EQ(column_label(parse_table("1,2", "a"), 1), "column 2");
  const Table libsvm = parse_table("1 1:2", "a");
  EXPECT_EQ(column_label(libsvm, 0), "label");
  EXPECT_EQ(column_label(libsvm, 1), "feature 1");
}

TEST(TableColumns, BecomeNumbers) {
  EXPECT_EQ(number_column(parse_table("a,b\n1,2\n3,-4e1", "a"), 1), Vector({{2, -40}}));
}

TEST(TableColumns, SayWhichFieldIsNoNumber) {
  const Table table = parse_table("name,age\na,1\nb,abc\n", "data.csv");
  EXPECT_EQ(error_of([&] { number_column(table, 1); }),
            "data.csv:3: column 2 (\"age\"): \"abc\" is not a number; this column must "
            "be numeric");
}

TEST(TableColumns, SuspectAHeaderInTheFirstLineOnly) {
  const std::string hint = "say that the file has a header";
  EXPECT_TRUE(
      contains(error_of([&] { number_column(parse_table("a,1990\n1,2", "a.csv"), 0); }), hint));
  EXPECT_FALSE(
      contains(error_of([&] { number_column(parse_table("1,1990\na,2", "a.csv"), 0); }), hint));
  EXPECT_FALSE(
      contains(error_of([&] { number_column(parse_table(",1990\n1,2", "a.csv"), 0); }), hint));
}

TEST(TableColumns, OfATableMadeByHandMustFit) {
  EXPECT_TRUE(contains(error_of([] { check_shape({}); }), "the table is empty"));
  Table table = parse_table("a,b\n1,2\n3,4", "a.csv");
  EXPECT_NO_THROW(check_shape(table));
  table.columns[1].pop_back();
  EXPECT_TRUE(contains(error_of([&] { check_shape(table); }),
                       "a.csv: column 2 (\"b\") has 1 field for 2 rows"));
  table.columns.pop_back();
  EXPECT_TRUE(contains(error_of([&] { check_shape(table); }), "2 names for 1 column"));
}

}  // namespace
}  // namespace tkl::internal
