/// Rows in a scratch file against the same rows in memory, and what becomes of the file.

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <numeric>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "data/arrange_rows.hpp"
#include "data/expect_error.hpp"
#include "data/random.hpp"
#include "learn/problems.hpp"
#include "model/temporary_folder.hpp"
#include "tkl/rows.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

/// Written in two pieces.
std::unique_ptr<RowsOnDisk> on_disk(const testing::TemporaryFolder& folder, const Matrix& points) {
  auto rows = std::make_unique<RowsOnDisk>(folder / "", points.rows(), points.cols());
  const Index half = points.rows() / 2;
  rows->write(half, points.bottomRows(points.rows() - half));
  rows->write(0, points.topRows(half));
  return rows;
}

/// Files of the folder that this process has open, named or not.
std::size_t open_files(const testing::TemporaryFolder& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    const std::string target = std::filesystem::read_symlink(entry, ignored).string();
    count += target.starts_with((folder / "").string()) ? 1 : 0;
  }
  return count;
}

TEST(RowsOnDisk, AreThoseInMemoryInWhateverOrder) {
  const testing::TemporaryFolder folder;
  const Matrix points = testing::random_points(20000, 7, 1);
  const auto rows = on_disk(folder, points);
  EXPECT_EQ(rows->count(), 20000);
  EXPECT_EQ(rows->features(), 7);
  const RowsInMemory truth(points);
  std::vector<Index> all(20000);
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Index> backwards(all.rbegin(), all.rend());
  std::vector<Index> shuffled = all;
  internal::Random(2).shuffle(shuffled);
  std::vector<Index> some;
  for (Index i = 0; i < 20000; i += 1 + i % 900) some.push_back(i);
  for (const std::vector<Index>& order :
       {all, backwards, shuffled, some, {}, {19999}, {5, 5, 4, 19999, 0}}) {
    EXPECT_EQ(rows->read(order), truth.read(order));
  }
  EXPECT_EQ(rows->block(123, 4567), points.middleRows(123, 4567));
}

TEST(RowsOnDisk, HaveTheRangesOfThoseInMemory) {
  const testing::TemporaryFolder folder;
  const Matrix points = testing::random_points(20000, 3, 4);
  const Ranges ranges = ranges_of(*on_disk(folder, points));
  EXPECT_EQ(ranges.minimum, points.colwise().minCoeff().transpose());
  EXPECT_EQ(ranges.maximum, points.colwise().maxCoeff().transpose());
}

TEST(RowsOnDisk, AreArrangedInAnyOrder) {
  const testing::TemporaryFolder folder;
  // More numbers than are sorted in memory at a time.
  const Matrix points = testing::random_points(60000, 100, 3);
  std::vector<Index> order(60000);
  std::iota(order.begin(), order.end(), Index{0});
  internal::Random(5).shuffle(order);
  order.resize(55000);
  const auto arranged = internal::arrange_rows(*on_disk(folder, points), order);
  ASSERT_EQ(arranged->count(), 55000);
  EXPECT_EQ(arranged->block(0, 55000), points(order, Eigen::all));
  EXPECT_EQ(internal::arrange_rows(*on_disk(folder, points), {})->count(), 0);
}

TEST(RowsOnDisk, LeaveNoFileBehind) {
  const testing::TemporaryFolder folder;
  {
    const auto rows = on_disk(folder, testing::random_points(100, 3, 1));
    EXPECT_EQ(folder.count(), 0U) << "the file has no name, so that nothing can leave it behind";
    EXPECT_EQ(open_files(folder), 1U);
  }
  EXPECT_EQ(open_files(folder), 0U);
  EXPECT_EQ(folder.count(), 0U);
}

TEST(RowsOnDisk, AFullDiskIsTold) {
  const testing::TemporaryFolder folder;
  const std::string message = error_of([&] { RowsOnDisk(folder / "", 1'000'000'000'000, 1000); });
  EXPECT_TRUE(contains(message, (folder / "").string()));
  EXPECT_TRUE(contains(message, "no room for 8000000000 MB of rows"));
  EXPECT_TRUE(contains(message, "TMPDIR"));
  EXPECT_TRUE(contains(message, "memory limit"));
  EXPECT_EQ(folder.count(), 0U);
}

TEST(RowsOnDisk, AQuotaIsTold) {
  const testing::TemporaryFolder folder;
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  auto* const before = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = error_of([&] { on_disk(folder, Matrix::Zero(100000, 10)); });
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_TRUE(contains(message, std::strerror(EFBIG)));
  EXPECT_TRUE(contains(message, "TMPDIR"));
  EXPECT_EQ(open_files(folder), 0U);
}

TEST(RowsOnDisk, AFolderThatIsNotThereIsTold) {
  const testing::TemporaryFolder folder;
  const std::string message = error_of([&] { RowsOnDisk(folder / "absent", 10, 3); });
  EXPECT_TRUE(contains(message, (folder / "absent").string()));
  EXPECT_TRUE(contains(message, "cannot create a scratch file: No such file or directory"));
  EXPECT_TRUE(contains(message, "TMPDIR"));
}

}  // namespace
}  // namespace tkl
