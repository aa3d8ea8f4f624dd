#include "data/csv.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using Texts = std::vector<std::string>;

Table parse(std::string_view text, Header header = Header::automatic) {
  internal::TextStream stream(text, "a.csv");
  return internal::CsvParser(stream, header).next({});
}

TEST(Csv, ReadsNamedColumns) {
  const Table table = parse("age,name\n1,\"b, c\"\n2,d\n");
  EXPECT_TRUE(table.has_header);
  EXPECT_FALSE(table.target_is_first);
  EXPECT_EQ(table.source, "a.csv");
  EXPECT_EQ(table.names, (Texts{"age", "name"}));
  EXPECT_EQ(table.columns, (std::vector<Texts>{{"1", "2"}, {"b, c", "d"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(table.rows(), 2);
}

TEST(Csv, NamesColumnsThatHaveNone) {
  const Table table = parse("1;a\n2;b\n");
  EXPECT_FALSE(table.has_header);
  EXPECT_EQ(table.names, (Texts{"x1", "x2"}));
  EXPECT_EQ(table.columns, (std::vector<Texts>{{"1", "2"}, {"a", "b"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{1, 2}));
}

TEST(Csv, AHeaderHasNoNumber) {
  EXPECT_TRUE(parse("a,b\n1,2").has_header);
  EXPECT_TRUE(parse("Na,NA\n1,2").has_header);
  for (const char* text :
       {"a,1\n1,2", "a,inf\n1,2", "a,nan\n1,2", "a,1e999\n1,2", "a,\".5\"\n1,2"}) {
    EXPECT_FALSE(parse(text).has_header) << text;
  }
}

TEST(Csv, TheCallerMayDecideAboutTheHeader) {
  EXPECT_EQ(parse("1990,1991\n1,2", Header::present).names, (Texts{"1990", "1991"}));
  const Table table = parse("a,b\nc,d", Header::absent);
  EXPECT_EQ(table.rows(), 2);
  EXPECT_EQ(table.names, (Texts{"x1", "x2"}));
}

TEST(Csv, ANumberSignStartsNoComment) {
  EXPECT_EQ(parse("#a,b\n1,#2").names[0], "#a");
  EXPECT_EQ(parse("#a,b\n1,#2").columns[1][0], "#2");
}

TEST(Csv, OneColumnIsATable) {
  EXPECT_EQ(parse("1\n2\n").columns, (std::vector<Texts>{{"1", "2"}}));
}

TEST(Csv, RaggedRowsSayWhatWasExpected) {
  EXPECT_TRUE(contains(error_of([] { parse("a,b,c\n1,2,3\n4,5\n"); }),
                       "a.csv:3: expected 3 fields as in line 1, found 2"));
  // The record before spans two lines.
  EXPECT_TRUE(contains(error_of([] { parse("1,\"a\nb\"\n4,5,6\n"); }),
                       "a.csv:3: expected 2 fields as in line 1, found 3"));
}

}  // namespace
}  // namespace tkl
