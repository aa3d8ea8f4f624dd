#include "landmarks/choose_landmarks.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "learn/problems.hpp"

namespace tkl {
namespace {

struct Example {
  Matrix x = testing::random_points(500, 2, 21);
  Tessellated family = testing::tessellated(2, Basis::x, 1, 1e-3);
  Matrix P = family.feasible_set().start();

  std::vector<Index> choose(Index count, const Matrix& points, std::uint64_t seed = 1) const {
    return choose_landmarks(family, P, points, count, seed, Threads(2));
  }
};

TEST(ChooseLandmarks, AreDistinctRowsInOrder) {
  const Example e;
  const std::vector<Index> chosen = e.choose(120, e.x);
  EXPECT_EQ(chosen.size(), 120U);
  EXPECT_TRUE(std::is_sorted(chosen.begin(), chosen.end()));
  EXPECT_EQ(std::set<Index>(chosen.begin(), chosen.end()).size(), 120U);
}

TEST(ChooseLandmarks, AreAllRowsIfSoManyAreWanted) {
  const Example e;
  EXPECT_EQ(e.choose(9999, e.x).size(), 500U);
}

TEST(ChooseLandmarks, FindAFewRowsFarAwayFromAllOthers) {
  const Example e;
  // One tight crowd, and five rows at the other end: by chance alone five of 500 rows would hardly
  // ever be among 20.
  Matrix x = 0.001 * e.x;
  for (Index i = 0; i < 5; ++i) x.row(100 * i).setConstant(1.0 - 0.1 * static_cast<double>(i));
  const std::vector<Index> chosen = e.choose(20, x);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_TRUE(std::binary_search(chosen.begin(), chosen.end(), 100 * i)) << i;
  }
}

TEST(ChooseLandmarks, DependOnTheSeedAlone) {
  const Example e;
  EXPECT_EQ(e.choose(50, e.x, 3), e.choose(50, e.x, 3));
  EXPECT_NE(e.choose(50, e.x, 3), e.choose(50, e.x, 4));
}

TEST(ChooseLandmarks, TakeNoCopies) {
  const Example e;
  Matrix x = e.x.topRows(1).replicate(100, 1);
  x.row(50).setConstant(0.9);
  EXPECT_LE(e.choose(30, x).size(), 3U);
}

}  // namespace
}  // namespace tkl
