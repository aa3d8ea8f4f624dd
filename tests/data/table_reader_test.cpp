#include <gtest/gtest.h>

#include "data/csv.hpp"
#include "data/expect_error.hpp"
#include "data/libsvm.hpp"
#include "model/temporary_folder.hpp"
#include "tkl/table.hpp"
#include "tkl/write_file.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using testing::TemporaryFolder;

struct Sample {
  const char* name;
  const char* source;
  std::string text;
};

/// Whatever may fall on the border of two tables, or of two blocks of a file.
const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {"header", "a.csv", "a,b\n1,2\n3,4\n5,6\n7,8\n"},
      {"no_header", "a.csv", "1,2\n3,4\n5,6\n"},
      {"windows", "a.csv", "a,b\r\n1,2\r\n3,4\r\n"},
      {"byte_order_mark", "a.csv", "\xEF\xBB\xBF\"a\",b\n1,2\n3,4\n"},
      {"no_last_break", "a.csv", "a,b\n1,2\n3,4"},
      {"blank_lines_at_the_end", "a.csv", "a;b\n1;2\n3;4\n\n \t\n\r\n"},
      {"lone_return_at_the_end", "a.csv", "a,b\n1,2\n\r"},
      {"tabs", "a.tsv", "a\tb\n1\t\n\t\n2\t3\n"},
      {"quotes", "a.csv", "\"a\nb\",c\n\"1\n\n2\",\"x\"\"y\"\n\"\r\n\",\"\"\n3,4\n"},
      {"libsvm", "a", "# note\n1 1:2\n\n-1 3:4 # 5:6\n1\n1 2:1 4:5\n"},
      {"column_of_numbers", "a", "1\n2\n3\n"},
      {"late_entry", "a", "1\n2\n3 1:4\n"},
  };
  return all;
}

void expect_same(const Table& table, const Table& expected) {
  EXPECT_EQ(table.source, expected.source);
  EXPECT_EQ(table.names, expected.names);
  EXPECT_EQ(table.has_header, expected.has_header);
  EXPECT_EQ(table.target_is_first, expected.target_is_first);
  EXPECT_EQ(table.columns, expected.columns);
  EXPECT_EQ(table.lines, expected.lines);
}

/// Tables one below the other; a LIBSVM table that is narrower lacks zeros.
Table joined(const std::vector<Table>& tables) {
  Table all = tables.front();
  for (const Table& table : tables) {
    if (table.names.size() > all.names.size()) all.names = table.names;
  }
  all.columns.assign(all.names.size(), {});
  all.lines.clear();
  for (const Table& table : tables) {
    all.lines.insert(all.lines.end(), table.lines.begin(), table.lines.end());
    for (std::size_t j = 0; j < table.columns.size(); ++j) {
      all.columns[j].insert(all.columns[j].end(), table.columns[j].begin(), table.columns[j].end());
    }
    for (auto& column : all.columns) column.resize(all.lines.size(), "0");
  }
  return all;
}

TEST(TableReader, PiecesMakeTheWholeTable) {
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    const Table whole = parse_table(sample.text, sample.source);
    for (const Index rows : {1, 2, 7, 1000}) {
      TableReader reader(sample.text, sample.source);
      std::vector<Table> pieces;
      while (auto piece = reader.next(rows)) {
        EXPECT_LE(piece->rows(), rows);
        pieces.push_back(*piece);
      }
      EXPECT_FALSE(reader.next(rows).has_value());
      ASSERT_EQ(pieces.size(), static_cast<std::size_t>((whole.rows() + rows - 1) / rows));
      expect_same(joined(pieces), whole);
    }
  }
}

TEST(TableReader, BlocksOfAnySizeMakeTheWholeTable) {
  const TemporaryFolder folder;
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.name);
    const auto file = folder / sample.source;
    write_file(file, sample.text);
    const Table whole = parse_table(sample.text, file.string());
    expect_same(read_table(file), whole);
    for (const std::size_t block : {1U, 2U, 3U, 5U}) {
      internal::TextStream text(file, block);
      if (whole.target_is_first) {
        expect_same(internal::LibsvmParser(text).next({}), whole);
      } else {
        expect_same(internal::CsvParser(text, Header::automatic).next({}), whole);
      }
    }
  }
}

TEST(TableReader, ErrorsHaveTheLineOfTheFile) {
  const auto error_after = [](const std::string& text, int good_rows) {
    TableReader reader(text, "a.csv");
    for (int i = 0; i < good_rows; ++i) EXPECT_TRUE(reader.next(1).has_value());
    return error_of([&] { reader.next(1); });
  };
  EXPECT_TRUE(contains(error_after("a,b\n1,2\n\"\n\",4\n5\n", 2),
                       "a.csv:5: expected 2 fields as in line 1, found 1"));
  EXPECT_TRUE(contains(error_after("1,2\n3,4\n\n5,6\n", 2), "a.csv:3: the line is blank"));
  EXPECT_TRUE(contains(error_after("1,2\n3,\"4\n5,6\n", 1), "a.csv:2: column 2: the quotation"));
}

TEST(TableReader, OnlyTheFirstLineMayBeAHeader) {
  TableReader reader("1,2\na,3\n", "a.csv");
  const std::vector<std::string> features = {"x1", "x2"};
  to_prediction_data(reader.next(1).value(), features, "y");
  const Table second = reader.next(1).value();
  const std::string error = error_of([&] { to_prediction_data(second, features, "y"); });
  EXPECT_TRUE(contains(error, "a.csv:2: column 1: \"a\" is not a number"));
  EXPECT_FALSE(contains(error, "header"));
}

TEST(TableReader, RefusesAFileWithoutRows) {
  EXPECT_TRUE(contains(error_of([] { TableReader("", "a.csv"); }), "the file is empty"));
  for (const char* name : {"a.csv", "a.svm"}) {
    TableReader reader(name == std::string("a.csv") ? "a,b\n" : "# nothing\n", name);
    EXPECT_TRUE(contains(error_of([&] { reader.next(5); }), name)) << name;
  }
}

TEST(TableReader, WideTablesHaveFewerRows) {
  std::string text;
  for (int i = 0; i < 30; ++i) text += "1 1:1\n";
  for (int i = 0; i < 30; ++i) text += "1 100000:1\n";
  TableReader reader(text, "a.svm");
  Index rows = 0;
  while (const auto table = reader.next(1000)) {
    EXPECT_LE(table->rows() * static_cast<Index>(table->columns.size()), 1 << 20);
    rows += table->rows();
  }
  EXPECT_EQ(rows, 60);
}

}  // namespace
}  // namespace tkl
