#include "data/target_column.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl::internal {
namespace {

using tkl::testing::contains;
using tkl::testing::error_of;

const Table& named() {
  static const Table table = parse_table("height,weight,2\n1,2,3", "a.csv", {{}, Header::present});
  return table;
}

TEST(TargetColumn, IsTheLastUnlessGiven) {
  EXPECT_EQ(find_target_column(named(), std::nullopt), 2U);
  EXPECT_EQ(find_target_column(named(), "height"), 0U);
  EXPECT_EQ(find_target_column(named(), "1"), 0U);
  EXPECT_EQ(find_target_column(parse_table("1,2,3", "a.csv"), "2"), 1U);
  EXPECT_EQ(find_target_column(parse_table("1,2,3", "a.csv"), "x2"), 1U);
}

TEST(TargetColumn, ANameGoesBeforeAPosition) { EXPECT_EQ(find_target_column(named(), "2"), 2U); }

TEST(TargetColumn, IsTheLabelOfALibsvmFile) {
  const Table table = parse_table("1 1:2 2:3", "a.libsvm");
  EXPECT_EQ(find_target_column(table, std::nullopt), 0U);
  EXPECT_TRUE(contains(error_of([&] { find_target_column(table, "1"); }), "give no target column"));
}

TEST(TargetColumn, SuggestsASimilarName) {
  EXPECT_EQ(error_of([] { find_target_column(named(), "wieght"); }),
            "a.csv: there is no column \"wieght\" to be the target; did you mean \"weight\"? "
            "(columns: \"height\", \"weight\", \"2\")");
  EXPECT_EQ(error_of([] { find_target_column(named(), "colour"); }),
            "a.csv: there is no column \"colour\" to be the target (columns: \"height\", "
            "\"weight\", \"2\")");
}

TEST(TargetColumn, RefusesPositionsOutOfRange) {
  for (const char* position : {"0", "4", "-1", "99999999999999999999999999"}) {
    EXPECT_TRUE(contains(error_of([&] { find_target_column(named(), position); }),
                         std::string("there is no column ") + position +
                             " to be the target; the file has 3 columns, counted from 1"));
  }
}

TEST(TargetColumn, WithoutAHeaderAsksForAPosition) {
  EXPECT_TRUE(contains(error_of([] { find_target_column(parse_table("1,2,3", "a.csv"), "age"); }),
                       "the file has no header, so give its position from 1 to 3"));
}

}  // namespace
}  // namespace tkl::internal
