#include "data/text_stream.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"
#include "tkl/write_file.hpp"

namespace tkl::internal {
namespace {

using tkl::testing::error_of;
using tkl::testing::TemporaryFolder;

std::string all_of(TextStream& stream) {
  std::string text;
  for (; !stream.at_end(); stream.advance()) text += stream.front();
  return text;
}

TEST(TextStream, ReadsTheSameInBlocksOfAnySize) {
  const TemporaryFolder folder;
  for (const std::string text : {"", "a", "a\r\nb", "\xEF\xBB\xBF", "\xEF\xBB\xBFlong text\n"}) {
    write_file(folder / "file", text);
    TextStream whole(text, "text");
    const std::string expected = all_of(whole);
    EXPECT_FALSE(expected.starts_with("\xEF"));
    for (const std::size_t block : {1U, 2U, 3U, 4U, 100U}) {
      TextStream stream(folder / "file", block);
      EXPECT_EQ(all_of(stream), expected) << block;
      EXPECT_TRUE(stream.at_end());
    }
  }
}

TEST(TextStream, SeesBeyondTheBlock) {
  const TemporaryFolder folder;
  write_file(folder / "file", "abc");
  TextStream stream(folder / "file", 1);
  EXPECT_TRUE(stream.starts_with("abc"));
  EXPECT_FALSE(stream.starts_with("abcd"));
  stream.advance();
  EXPECT_TRUE(stream.starts_with("bc"));
}

TEST(TextStream, CutsLines) {
  const TemporaryFolder folder;
  write_file(folder / "file", "one\r\n\ntwo\nthree");
  for (const std::size_t block : {1U, 2U, 5U, 100U}) {
    TextStream stream(folder / "file", block);
    std::vector<std::string> lines;
    for (std::string line; stream.take_line(line);) lines.push_back(line);
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "two", "three"})) << block;
  }
}

TEST(TextStream, CanBeLookedAtBeforeItIsRead) {
  const TemporaryFolder folder;
  const std::string text = "\xEF\xBB\xBF" + std::string(1000, 'x');
  write_file(folder / "file", text);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([&] { write_file(folder / "pipe", text); });
  for (const char* name : {"file", "pipe"}) {
    TextStream stream(folder / name, 10);
    EXPECT_EQ(stream.look_ahead(all_of), std::string(1000, 'x')) << name;
    EXPECT_EQ(stream.look_ahead([](TextStream& s) { return s.front(); }), 'x') << name;
    EXPECT_EQ(all_of(stream), std::string(1000, 'x')) << name;
  }
  writer.join();
}

TEST(TextStream, KnowsTheLineOfANulByte) {
  const TemporaryFolder folder;
  const std::string text("a\nb\nc\0\n", 7);
  write_file(folder / "file", text);
  for (const std::size_t block : {1U, 4U, 100U}) {
    const std::string error = error_of([&] {
      TextStream stream(folder / "file", block);
      all_of(stream);
    });
    EXPECT_TRUE(error.starts_with((folder / "file").string() + ":3: a NUL byte")) << error;
  }
}

}  // namespace
}  // namespace tkl::internal
