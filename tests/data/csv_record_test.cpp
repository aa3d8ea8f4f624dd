#include "data/csv_record.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl::internal {
namespace {

using tkl::testing::contains;
using tkl::testing::error_of;
using Records = std::vector<std::vector<std::string>>;

Records read_all(std::string_view text, char separator = ',') {
  TextStream stream(text, "a.csv");
  CsvRecordReader reader(stream, separator);
  Records records;
  std::vector<std::string> fields;
  while (reader.next(fields)) records.push_back(fields);
  return records;
}

std::string reading_error(std::string_view text) {
  return error_of([&] { read_all(text); });
}

TEST(CsvRecord, EndsLinesByEitherConvention) {
  const Records expected = {{"1", "2"}, {"3", "4"}};
  EXPECT_EQ(read_all("1,2\n3,4"), expected);
  EXPECT_EQ(read_all("1,2\r\n3,4\r\n"), expected);
  EXPECT_EQ(read_all("1,2\n3,4\n\n \t\n\r\n"), expected);
}

TEST(CsvRecord, DropsBlanksAroundPlainAndQuotedFields) {
  EXPECT_EQ(read_all(" a b ,\tc\t, \" d \" \n"), (Records{{"a b", "c", " d "}}));
}

TEST(CsvRecord, KeepsEmptyFields) {
  EXPECT_EQ(read_all(",,\n\"\",b,"), (Records{{"", "", ""}, {"", "b", ""}}));
  EXPECT_EQ(read_all("a\tb\n\t\n", '\t'), (Records{{"a", "b"}, {"", ""}}));
}

TEST(CsvRecord, UnderstandsQuotes) {
  EXPECT_EQ(read_all("\"a,b\",\"say \"\"hi\"\"\",\"two\r\nlines\"\n"),
            (Records{{"a,b", "say \"hi\"", "two\r\nlines"}}));
  EXPECT_EQ(read_all("\"\"\"\""), (Records{{"\""}}));
}

TEST(CsvRecord, KnowsTheLineWhereARecordStarts) {
  TextStream stream("\"1\n2\",b\r\nc,\"\n\n\"\nd,e", "a.csv");
  CsvRecordReader reader(stream, ',');
  std::vector<std::string> fields;
  std::vector<std::size_t> lines;
  while (reader.next(fields)) lines.push_back(reader.record_line());
  EXPECT_EQ(lines, (std::vector<std::size_t>{1, 3, 6}));
}

TEST(CsvRecord, HasNothingInBlankText) {
  EXPECT_TRUE(read_all("").empty());
  EXPECT_TRUE(read_all(" \n\r\n").empty());
}

TEST(CsvRecord, RefusesBrokenText) {
  EXPECT_TRUE(
      contains(reading_error("a,b\n\"c,d\ne,f\n"), "a.csv:2: column 1: the quotation that"));
  EXPECT_TRUE(contains(reading_error("a,b\nc,\"d\"e\n"), "a.csv:2: column 2: text follows the"));
  EXPECT_TRUE(
      contains(reading_error("a,b\nc,d\"e\n"), "a.csv:2: column 2: a quote inside a field"));
  EXPECT_TRUE(contains(reading_error("a,b\n\nc,d\n"), "a.csv:2: the line is blank"));
  EXPECT_TRUE(contains(reading_error("a,b\n  \r\nc,d\n"), "a.csv:2: the line is blank"));
  EXPECT_TRUE(contains(reading_error("a,b\rc,d\r"), "a.csv:1: a carriage return without"));
}

char separator_of(std::string_view text) {
  TextStream stream(text, "a.csv");
  return detect_separator(stream);
}

TEST(DetectSeparator, LooksAtTheFirstRecordOutsideQuotes) {
  EXPECT_EQ(separator_of("a,b\nc;d"), ',');
  EXPECT_EQ(separator_of("a;b\nc,d,e"), ';');
  EXPECT_EQ(separator_of("a\tb\n"), '\t');
  EXPECT_EQ(separator_of("\"a;\tb\",c\n"), ',');
  EXPECT_EQ(separator_of("\"a\n;b\";c\n1,2"), ';');
  EXPECT_EQ(separator_of("alone\n1\n"), ',');
  EXPECT_EQ(separator_of(""), ',');
}

TEST(DetectSeparator, SeesThroughDecimalCommasAndAlignment) {
  EXPECT_EQ(separator_of("1,5;2,5;3,5"), ';');
  EXPECT_EQ(separator_of("1,5\t2,5\t3,5"), '\t');
  EXPECT_EQ(separator_of("1,\t\t2,\t3"), ',');
  EXPECT_EQ(separator_of("1 \t;2"), ';');
  EXPECT_EQ(separator_of("\t1,2\t\r\n"), ',');
}

TEST(DetectSeparator, MostWins) {
  // As in the published spambase.csv.
  EXPECT_EQ(separator_of("a,b,char_freq_;,c\n1,2,3,4"), ',');
  EXPECT_EQ(separator_of("1,2,a;b,4"), ',');
  EXPECT_EQ(separator_of("size, cm;mass, kg;age"), ';');
  EXPECT_EQ(separator_of("1,5;2,5;a,b"), ';');
}

}  // namespace
}  // namespace tkl::internal
