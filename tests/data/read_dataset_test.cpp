/// Files that are read in parts mean what they mean as a whole.

#include <fstream>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "model/temporary_folder.hpp"
#include "support/thread_team.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

class Reading : public ::testing::Test {
 protected:
  std::filesystem::path write(const std::string& text) const {
    const std::filesystem::path file = folder_ / "data.csv";
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

  /// The rows of all members, one's below the other's.
  static Dataset read_by(int size, const std::filesystem::path& file,
                         const DatasetOptions& options) {
    std::vector<Dataset> parts(static_cast<std::size_t>(size));
    testing::ThreadTeam team(size);
    team.run([&](const Team& member) {
      parts[static_cast<std::size_t>(member.rank())] = read_dataset(file, {}, options, member);
    });
    Dataset all = parts[0];
    for (int k = 1; k < size; ++k) {
      const Dataset& part = parts[static_cast<std::size_t>(k)];
      EXPECT_EQ(part.recipe, all.recipe);
      EXPECT_EQ(part.classes, all.classes);
      Matrix points(all.rows() + part.rows(), all.features());
      points << all.points, part.points;
      Vector target(points.rows());
      target << all.target, part.target;
      Vector weights(all.weights.size() + part.weights.size());
      weights << all.weights, part.weights;
      all.points = points;
      all.target = target;
      all.weights = weights;
    }
    return all;
  }

  void expect_same_on_disk(const std::filesystem::path& file, const DatasetOptions& options,
                           const Dataset& whole) const {
    const Alone alone;
    const DatasetReader reader(file, {}, options, alone);
    EXPECT_EQ(reader.rows(), whole.rows());
    EXPECT_EQ(reader.features(), whole.features());
    const DatasetOnDisk on_disk = reader.read_to_disk(file.parent_path());
    EXPECT_EQ(on_disk.points->block(0, whole.rows()), whole.points);
    EXPECT_EQ(on_disk.target, whole.target);
    EXPECT_EQ(on_disk.weights, whole.weights);
    EXPECT_EQ(on_disk.recipe, whole.recipe);
    EXPECT_EQ(folder_.count(), 1U) << "the scratch file has no name";
  }

  void expect_like_the_whole(const std::string& text, const DatasetOptions& options = {}) const {
    const std::filesystem::path file = write(text);
    const Dataset whole = to_dataset(read_table(file), options);
    for (const int size : {1, 2, 5}) {
      SCOPED_TRACE(size);
      const Dataset parts = read_by(size, file, options);
      EXPECT_EQ(parts.task, whole.task);
      EXPECT_EQ(parts.points, whole.points);
      EXPECT_EQ(parts.target, whole.target);
      EXPECT_EQ(parts.weights, whole.weights);
      EXPECT_EQ(parts.classes, whole.classes);
      EXPECT_EQ(parts.feature_names, whole.feature_names);
      EXPECT_EQ(parts.target_name, whole.target_name);
    }
    expect_same_on_disk(file, options, whole);
  }

  testing::TemporaryFolder folder_;
};

std::string numbers(int rows, const std::string& header) {
  std::string text = header;
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i * 7 % 101) + "," + std::to_string(0.1 * i) + "," +
            std::to_string(i * i % 13) + "\n";
  }
  return text;
}

TEST_F(Reading, NumbersWithAndWithoutAHeader) {
  expect_like_the_whole(numbers(100, "a,b,target\n"));
  expect_like_the_whole(numbers(100, ""));
}

TEST_F(Reading, TheTargetAnywhereAndWeights) {
  DatasetOptions options;
  options.target = "a";
  options.weights = "b";
  expect_like_the_whole(numbers(60, "a,b,c\n"), options);
}

TEST_F(Reading, LevelsAndClassesThatOnePartAloneHas) {
  std::string text = "kind,x,class\n";
  for (int i = 0; i < 50; ++i) text += "red," + std::to_string(i) + ",yes\n";
  for (int i = 0; i < 50; ++i) text += "blue," + std::to_string(i) + ",no\n";
  text += "\"gr\"\"een, dark\",3,perhaps\n";
  expect_like_the_whole(text);
}

TEST_F(Reading, BooleansThatPartsCapitaliseDifferently) {
  std::string text = "b,x,class\n";
  for (int i = 0; i < 50; ++i) text += "true," + std::to_string(i) + ",yes\nfalse,1,no\n";
  for (int i = 0; i < 50; ++i) text += "TRUE," + std::to_string(i) + ",Yes\nFALSE,1,No\n";
  expect_like_the_whole(text);
}

TEST_F(Reading, MissingNumbersThatOnePartAloneHas) {
  std::string text = "x,y\n";
  for (int i = 0; i < 80; ++i) text += std::to_string(i) + "," + std::to_string(0.5 * i) + "\n";
  text += ",7.25\n";
  expect_like_the_whole(text);
}

TEST_F(Reading, WindowsLineBreaksAndALastLineWithoutOne) {
  expect_like_the_whole("a,b\r\n1,2.5\r\n3,4\r\n5,6\r\n7,9\r\n2,1");
}

TEST_F(Reading, MorePartsThanRows) { expect_like_the_whole("a,b\n1,2\n3,4.5\n2,2\n"); }

TEST_F(Reading, AnErrorSaysWhichPart) {
  const std::filesystem::path file = write(numbers(40, "a,b,target\n") + "1,2\n");
  const std::string message = error_of([&] { read_dataset(file, {}, {}, Alone()); });
  EXPECT_TRUE(contains(message, "found 2")) << message;
}

TEST_F(Reading, MembersThatSeeDifferentFilesAreTold) {
  const std::filesystem::path one = write(numbers(40, "a,b,target\n"));
  const std::filesystem::path other = folder_ / "other.csv";
  std::ofstream(other, std::ios::binary) << numbers(41, "a,b,target\n");
  testing::ThreadTeam team(2);
  const std::string message = error_of([&] {
    team.run([&](const Team& member) {
      read_dataset(member.rank() == 0 ? one : other, {}, {}, member);
    });
  });
  EXPECT_TRUE(contains(message, "see different files")) << message;
}

}  // namespace
}  // namespace tkl
