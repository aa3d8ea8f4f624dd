#include "data/message.hpp"

#include <gtest/gtest.h>

namespace tkl::internal {
namespace {

TEST(Message, QuotesTextSoThatItFitsOneLine) {
  EXPECT_EQ(quote("age"), "\"age\"");
  EXPECT_EQ(quote("a\tb\r\nc\x01"), R"("a\tb\r\nc\x01")");
  EXPECT_EQ(quote(std::string(60, 'a')), '"' + std::string(60, 'a') + '"');
  EXPECT_EQ(quote(std::string(61, 'a')), '"' + std::string(60, 'a') + "...\"");
}

TEST(Message, NeverCutsACharacterInTwo) {
  const std::string e_acute = "\xC3\xA9";
  EXPECT_EQ(quote(std::string(59, 'a') + e_acute + "b"), '"' + std::string(59, 'a') + "...\"");
}

TEST(Message, ListsOnlySoManyTexts) {
  EXPECT_EQ(quote_list({"a", "b"}), R"("a", "b")");
  const std::string list = quote_list(std::vector<std::string>(23, "a"));
  EXPECT_TRUE(list.ends_with("\"a\" and 3 more")) << list;
}

TEST(Message, CountsInEnglish) {
  EXPECT_EQ(count_of(1, "row"), "1 row");
  EXPECT_EQ(count_of(2, "row"), "2 rows");
}

TEST(Message, NamesThePlace) {
  EXPECT_STREQ(error_in("a.csv", "is bad").what(), "a.csv: is bad");
  EXPECT_STREQ(error_at("a.csv", 17, "is bad").what(), "a.csv:17: is bad");
}

}  // namespace
}  // namespace tkl::internal
