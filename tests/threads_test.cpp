#include "tkl/threads.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"

namespace tkl {
namespace {

TEST(Threads, EveryPieceIsDoneOnce) {
  for (const int count : {1, 2, 3, 16}) {
    for (const Index pieces : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(static_cast<std::size_t>(pieces));
      Threads(count).for_each(pieces, [&](Index piece) {
        ASSERT_GE(piece, 0);
        ASSERT_LT(piece, pieces);
        ++calls[static_cast<std::size_t>(piece)];
      });
      for (const auto& times : calls) EXPECT_EQ(times, 1);
    }
  }
}

TEST(Threads, PiecesRunAtTheSameTime) {
  // Each of the two pieces waits for the other, which on one thread would be in vain.
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(20);
  std::atomic<int> arrived{0};
  std::atomic<int> met{0};
  Threads(2).for_each(2, [&](Index) {
    ++arrived;
    while (arrived < 2 && Clock::now() < deadline) std::this_thread::yield();
    if (arrived == 2) ++met;
  });
  EXPECT_EQ(met, 2) << "the pieces ran one after the other";
}

TEST(Threads, UsesNoMoreThanTheCount) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  Threads(3).for_each(500, [&](Index) {
    const std::lock_guard lock(mutex);
    seen.insert(std::this_thread::get_id());
  });
  EXPECT_LE(seen.size(), 3U);
  seen.clear();
  Threads(1).for_each(50, [&](Index) { seen.insert(std::this_thread::get_id()); });
  EXPECT_EQ(seen, std::set{std::this_thread::get_id()});
}

TEST(Threads, AnExceptionReachesTheCaller) {
  for (const int count : {1, 4}) {
    std::atomic<int> calls{0};
    try {
      Threads(count).for_each(100000, [&](Index piece) {
        ++calls;
        if (piece == 5) throw std::runtime_error("piece five");
        // Or else others may be through with all of it while the one that throws waits for its turn.
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "piece five");
    }
    EXPECT_LT(calls, 100000) << "the rest of the work should have been dropped";
  }
}

TEST(Threads, ManyExceptionsAtOnceAreOne) {
  EXPECT_THROW(Threads(4).for_each(100, [](Index) { throw std::out_of_range("each"); }),
               std::out_of_range);
}

TEST(Threads, MayBeUsedInsideItself) {
  std::atomic<int> calls{0};
  const Threads threads(2);
  threads.for_each(3, [&](Index) { threads.for_each(5, [&](Index) { ++calls; }); });
  EXPECT_EQ(calls, 15);
}

TEST(Threads, CountMustBePositive) {
  for (const int count : {0, -3}) {
    EXPECT_TRUE(testing::contains(testing::error_of([&] { Threads threads(count); }),
                                  std::to_string(count)));
  }
  EXPECT_EQ(Threads(5).count(), 5);
  EXPECT_GE(Threads().count(), 1);
}

}  // namespace
}  // namespace tkl
