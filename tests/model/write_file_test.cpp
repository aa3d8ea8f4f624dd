#include "tkl/write_file.hpp"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"

namespace tkl {
namespace {

namespace fs = std::filesystem;
using testing::contains;
using testing::content_of;
using testing::error_of;
using testing::TemporaryFolder;

unsigned mode_of(const fs::path& file) {
  struct stat status {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0);
  return status.st_mode & 07777U;
}

/// No file may grow beyond this many bytes: what a full disk looks like, for root too.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  FileSizeLimit(FileSizeLimit&&) = delete;
  FileSizeLimit& operator=(FileSizeLimit&&) = delete;

 private:
  rlimit old_{};
  void (*handler_)(int);
};

TEST(WriteFile, WritesAnyBytes) {
  const TemporaryFolder folder;
  const std::string bytes("a\0\n\r\xff z", 7);
  write_file(folder / "new", bytes);
  EXPECT_EQ(content_of(folder / "new"), bytes);
  write_file(folder / "new", "");
  EXPECT_EQ(content_of(folder / "new"), "");
  write_file(folder / "f\xe9te \"1\"\n", "odd name");
  EXPECT_EQ(content_of(folder / "f\xe9te \"1\"\n"), "odd name");
  EXPECT_EQ(folder.count(), 2U) << "a temporary file was left behind";
}

TEST(WriteFile, WritesIntoTheCurrentFolder) {
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder / "");
  write_file("plain-name", "here");
  fs::current_path(before);
  EXPECT_EQ(content_of(folder / "plain-name"), "here");
}

TEST(WriteFile, NewFileHasTheModeOfAnyNewFile) {
  const TemporaryFolder folder;
  const mode_t mask = ::umask(027);
  write_file(folder / "new", "x");
  ::umask(mask);
  EXPECT_EQ(mode_of(folder / "new"), 0640U);
}

TEST(WriteFile, ReplacedFileKeepsItsMode) {
  const TemporaryFolder folder;
  for (const mode_t mode : {0600U, 0664U, 0755U}) {
    write_file(folder / "old", "old");
    ASSERT_EQ(::chmod((folder / "old").c_str(), mode), 0);
    write_file(folder / "old", "new");
    EXPECT_EQ(mode_of(folder / "old"), mode);
    EXPECT_EQ(content_of(folder / "old"), "new");
  }
}

TEST(WriteFile, SymbolicLinkStaysAndItsTargetIsReplaced) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "elsewhere");
  write_file(folder / "elsewhere/target", "old");
  fs::create_symlink("elsewhere/target", folder / "link");
  fs::create_symlink("link", folder / "link to link");
  write_file(folder / "link to link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_TRUE(fs::is_symlink(folder / "link to link"));
  EXPECT_EQ(content_of(folder / "elsewhere/target"), "new");
  EXPECT_EQ(folder.count(), 3U);
}

TEST(WriteFile, FailureLeavesTheOldFileUntouched) {
  const TemporaryFolder folder;
  write_file(folder / "model", "the old content");
  std::string error;
  {
    const FileSizeLimit limit(1000);
    error = error_of([&] { write_file(folder / "model", std::string(5000, 'x')); });
  }
  EXPECT_TRUE(contains(error, (folder / "model").string()));
  EXPECT_TRUE(contains(error, "cannot write"));
  EXPECT_EQ(content_of(folder / "model"), "the old content");
  EXPECT_EQ(folder.count(), 1U) << "a temporary file was left behind";
}

TEST(FileWriter, PiecesAppearTogether) {
  const TemporaryFolder folder;
  write_file(folder / "file", "old");
  FileWriter writer(folder / "file");
  for (const char* piece : {"a", "", "bc"}) writer.write(piece);
  EXPECT_EQ(content_of(folder / "file"), "old");
  EXPECT_EQ(content_of(writer.temporary()), "abc");
  writer.commit();
  EXPECT_EQ(content_of(folder / "file"), "abc");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(FileWriter, WithoutCommitNothingIsLeft) {
  const TemporaryFolder folder;
  write_file(folder / "old", "old");
  for (const char* name : {"old", "new"}) FileWriter(folder / name).write("half");
  EXPECT_EQ(content_of(folder / "old"), "old");
  EXPECT_EQ(folder.count(), 1U);
}

TEST(WriteFile, NamesTheFileAndTheReason) {
  const TemporaryFolder folder;
  const std::string missing = error_of([&] { write_file(folder / "no/such/folder", "x"); });
  EXPECT_TRUE(contains(missing, (folder / "no/such/folder").string()));
  EXPECT_TRUE(contains(missing, "No such file or directory"));
  fs::create_directory(folder / "sub");
  const std::string directory = error_of([&] { write_file(folder / "sub", "x"); });
  EXPECT_TRUE(contains(directory, (folder / "sub").string()));
  EXPECT_TRUE(contains(directory, "is a directory"));
  EXPECT_EQ(folder.count(), 1U);
}

TEST(WriteFile, DevicesAreWrittenToAndNotReplaced) {
  ASSERT_NO_THROW(write_file("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const std::string error = error_of([] { write_file("/dev/full", "x"); });
  EXPECT_TRUE(contains(error, "/dev/full: cannot write: No space left on device"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(WriteFile, PipesAreWrittenTo) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  const std::string sent(200000, 'p');
  std::string received;
  std::thread reader([&] { received = content_of(folder / "pipe"); });
  write_file(folder / "pipe", sent);
  reader.join();
  EXPECT_EQ(received, sent);
  EXPECT_TRUE(fs::is_fifo(folder / "pipe"));
}

}  // namespace
}  // namespace tkl
