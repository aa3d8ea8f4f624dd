#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

/// A folder of its own for each test, so that tests may run at the same time.
class ReadTable : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              (std::string("tkl_read_table_") + test->name() + '_' +
               std::to_string(::testing::UnitTest::GetInstance()->start_timestamp()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

TEST_F(ReadTable, ReadsAFileAndRemembersItsName) {
  const auto file = write("data.csv", "a,b\r\n1,2\r\n");
  const Table table = read_table(file);
  EXPECT_EQ(table.source, file.string());
  EXPECT_EQ(table.names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(table.columns[1], (std::vector<std::string>{"2"}));
}

TEST_F(ReadTable, RefusesWhatIsNoFile) {
  const auto absent = folder_ / "absent.csv";
  EXPECT_EQ(error_of([&] { read_table(absent); }),
            absent.string() + ": there is no such file; check the path");
  EXPECT_TRUE(contains(error_of([&] { read_table(folder_); }), "this is a directory"));
}

TEST_F(ReadTable, NamesTheFileInErrors) {
  const auto file = write("data.csv", "a,b\n1\n");
  EXPECT_TRUE(error_of([&] { read_table(file); }).starts_with(file.string() + ":2: expected 2"));
}

TEST(ParseTable, SkipsTheByteOrderMark) {
  EXPECT_EQ(parse_table("\xEF\xBB\xBF"
                        "a,b\n1,2",
                        "a.csv")
                .names[0],
            "a");
  EXPECT_TRUE(parse_table("\xEF\xBB\xBF"
                          "1 1:2",
                          "a")
                  .target_is_first);
}

TEST(ParseTable, TakesTheFormatFromTheExtension) {
  for (const char* name : {"a.libsvm", "b/a.svm", "a.svmlight"}) {
    EXPECT_TRUE(parse_table("1\n", name).target_is_first) << name;
  }
  for (const char* name : {"a.csv", "a.tsv", "a.tab", "a"}) {
    EXPECT_FALSE(parse_table("1\n", name).target_is_first) << name;
  }
  EXPECT_FALSE(parse_table("1 1:2\n1 1:3\n", "a.csv").target_is_first);
}

TEST(ParseTable, OtherwiseTakesTheFormatFromTheText) {
  for (const char* name : {"a", "a.t", "a.txt", ""}) {
    EXPECT_TRUE(parse_table("1 1:2\n", name).target_is_first) << name;
    EXPECT_FALSE(parse_table("1,2\n", name).target_is_first) << name;
  }
}

TEST(ParseTable, TheCallerMayDecideAboutTheFormat) {
  EXPECT_FALSE(parse_table("1 1:2\n1 1:3\n", "a.svm", {Format::csv, {}}).target_is_first);
  EXPECT_TRUE(parse_table("1 1:2\n", "a.csv", {Format::libsvm, {}}).target_is_first);
}

}  // namespace
}  // namespace tkl
