#include "data/libsvm.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using Texts = std::vector<std::string>;

Table parse(std::string_view text) {
  internal::TextStream stream(text, "a.libsvm");
  return internal::LibsvmParser(stream).next({});
}

bool looks_like_libsvm(std::string_view text) {
  internal::TextStream stream(text, "a");
  return internal::looks_like_libsvm(stream);
}

TEST(Libsvm, FillsInZeros) {
  const Table table = parse("+1 1:0.5 3:2\r\n-1\n# a comment\n\n1\t2:1e-3  # 4:5\n");
  EXPECT_TRUE(table.target_is_first);
  EXPECT_FALSE(table.has_header);
  EXPECT_EQ(table.names, (Texts{"target", "x1", "x2", "x3"}));
  EXPECT_EQ(table.columns,
            (std::vector<Texts>{
                {"+1", "-1", "1"}, {"0.5", "0", "0"}, {"0", "0", "1e-3"}, {"2", "0", "0"}}));
  EXPECT_EQ(table.lines, (std::vector<std::size_t>{1, 2, 5}));
}

TEST(Libsvm, AcceptsTheLargestIndexAndNoLarger) {
  EXPECT_EQ(parse("1 100000:1").columns.size(), 100001U);
  EXPECT_TRUE(contains(error_of([] { parse("1 1:1\n1 100001:1"); }),
                       "a.libsvm:2: feature index \"100001\" is larger than"));
  EXPECT_TRUE(contains(error_of([] { parse("1 99999999999999999999999:1"); }), "a.libsvm:1: "));
}

TEST(Libsvm, RefusesATableThatWouldFillTheMemory) {
  std::string text;
  for (int i = 0; i < 1001; ++i) text += "1 100000:1\n";
  EXPECT_TRUE(contains(error_of([&] { parse(text); }),
                       "1001 rows of 100001 columns are more than the 100000000 fields"));
}

TEST(Libsvm, IsRecognisedByItsEntries) {
  EXPECT_TRUE(looks_like_libsvm("1 1:0.5\n"));
  EXPECT_TRUE(looks_like_libsvm("# note, this\n\n+1\n-1\t3:1e5 4:2\n"));
  EXPECT_TRUE(looks_like_libsvm("1 qid:3 1:2"));
  EXPECT_FALSE(looks_like_libsvm(""));
  EXPECT_FALSE(looks_like_libsvm("1\n2\n"));
  EXPECT_FALSE(looks_like_libsvm("1,2\n1 1:2\n"));
  EXPECT_FALSE(looks_like_libsvm("1 1:2,3\n"));
  EXPECT_FALSE(looks_like_libsvm("time 1:2\n"));
  EXPECT_FALSE(looks_like_libsvm("1 2 3\n"));
  EXPECT_FALSE(looks_like_libsvm("1\t12:30:00\n"));
  EXPECT_FALSE(looks_like_libsvm("1 a:2\n"));
}

}  // namespace
}  // namespace tkl
