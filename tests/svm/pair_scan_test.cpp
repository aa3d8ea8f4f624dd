#include "svm/pair_scan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include "support/random.hpp"

namespace tkl {
namespace {

using testing::Random;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// One working set with two kernel columns. Small multiples of 1/8, so that no operation but the
/// division rounds, fused or not, and ties are frequent; else normal numbers.
struct Example {
  explicit Example(Index size, Random& random, bool exact)
      : gradient(size), price_up(size), price_down(size), diagonal(size), a(size), b(size) {
    const auto number = [&] {
      const double x = 2.0 * random.normal();
      return static_cast<float>(exact ? std::round(4.0 * x) / 8.0 : x);
    };
    for (Index i = 0; i < size; ++i) {
      gradient(i) = number();
      const float tube = exact ? 0.25F : 0.1F;
      price_up(i) = random.uniform(0.0, 1.0) < 0.3 ? infinity : tube;
      price_down(i) = random.uniform(0.0, 1.0) < 0.3 ? -infinity : -tube;
      diagonal(i) = 1.0F + std::abs(number());
      a(i) = number();
      b(i) = number();
    }
  }

  WorkingArrays<float> arrays() {
    return {gradient.data(), price_up.data(), price_down.data(), diagonal.data(),
            static_cast<std::size_t>(gradient.size())};
  }

  Eigen::VectorXf gradient;
  Eigen::VectorXf price_up;
  Eigen::VectorXf price_down;
  Eigen::VectorXf diagonal;
  Eigen::VectorXf a;
  Eigen::VectorXf b;
};

Steepest<float> plain_steepest(const Example& example) {
  Steepest<float> out{0, -infinity, infinity};
  for (Index i = 0; i < example.gradient.size(); ++i) {
    const float up = example.gradient(i) - example.price_up(i);
    if (up > out.up_gain) {
      out.up = static_cast<std::size_t>(i);
      out.up_gain = up;
    }
    out.down_gain = std::min(out.down_gain, example.gradient(i) - example.price_down(i));
  }
  return out;
}

/// What the partner i promises: slope²/curvature.
float promise(const Example& example, Index i, float diagonal, float up_gain, float smallest) {
  const float slope = up_gain - (example.gradient(i) - example.price_down(i));
  if (!(slope > 0.0F)) return 0.0F;
  const float curvature =
      std::max((diagonal + example.diagonal(i)) - 2.0F * example.a(i), smallest);
  return slope * slope / curvature;
}

std::size_t plain_partner(const Example& example, float diagonal, float up_gain, float smallest) {
  auto best = static_cast<std::size_t>(example.gradient.size());
  float largest = 0.0F;
  for (Index i = 0; i < example.gradient.size(); ++i) {
    const float promised = promise(example, i, diagonal, up_gain, smallest);
    if (promised > largest) {
      largest = promised;
      best = static_cast<std::size_t>(i);
    }
  }
  return best;
}

/// Calls demand() with every kind of vectors that this machine has.
template <class Demand>
void for_every_target(const Demand& demand) {
  int targets = 0;
  const std::int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
  for (std::int64_t rest = all; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    demand();
    ++targets;
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  EXPECT_GE(targets, 1);
}

const std::vector<Index> sizes{16, 32, 48, 112, 512};

TEST(UpdateGradient, MovesTheGradient) {
  for_every_target([] {
    Random random(511);
    for (const Index size : sizes) {
      Example example(size, random, false);
      const Eigen::VectorXf before = example.gradient;
      update_gradient(example.arrays(), example.a.data(), example.b.data(), 0.7F);
      for (Index i = 0; i < size; ++i) {
        const double truth = before(i) - double{0.7F} * (double{example.a(i)} - example.b(i));
        EXPECT_NEAR(example.gradient(i), truth, 2e-6) << "row " << i << " of " << size;
      }
    }
  });
}

TEST(UpdateGradient, FindsTheFirstSteepestRows) {
  for_every_target([] {
    Random random(512);
    for (int trial = 0; trial < 200; ++trial) {
      const Index size = sizes[static_cast<std::size_t>(trial) % sizes.size()];
      Example example(size, random, trial % 2 == 0);
      const Steepest<float> steepest =
          update_gradient(example.arrays(), example.a.data(), example.b.data(), 0.5F);
      const Steepest<float> truth = plain_steepest(example);
      ASSERT_EQ(steepest.up, truth.up) << "trial " << trial;
      ASSERT_EQ(steepest.up_gain, truth.up_gain) << "trial " << trial;
      ASSERT_EQ(steepest.down_gain, truth.down_gain) << "trial " << trial;
    }
  });
}

TEST(UpdateGradient, OfEqualRowsTakesTheFirst) {
  for_every_target([] {
    Random random(513);
    for (Index first = 0; first < 48; ++first) {
      Example example(48, random, true);
      example.price_up.setZero();
      example.gradient.head(first).setConstant(-1.0F);
      example.gradient.tail(48 - first).setConstant(3.0F);
      const Steepest<float> steepest =
          update_gradient(example.arrays(), example.a.data(), example.a.data(), 1.0F);
      ASSERT_EQ(steepest.up, static_cast<std::size_t>(first));
      ASSERT_EQ(steepest.up_gain, 3.0F);
    }
  });
}

TEST(UpdateGradient, WhereNothingCanMoveTheGainsAreInfinite) {
  for_every_target([] {
    Random random(514);
    Example example(32, random, false);
    example.price_up.setConstant(infinity);
    example.price_down.setConstant(-infinity);
    const Steepest<float> steepest =
        update_gradient(example.arrays(), example.a.data(), example.b.data(), 1.0F);
    EXPECT_EQ(steepest.up_gain, -infinity);
    EXPECT_EQ(steepest.down_gain, infinity);
  });
}

TEST(BestPartner, IsTheFirstThatPromisesMost) {
  for_every_target([] {
    Random random(515);
    for (int trial = 0; trial < 300; ++trial) {
      const Index size = sizes[static_cast<std::size_t>(trial) % sizes.size()];
      Example example(size, random, true);
      const float up_gain = plain_steepest(example).up_gain - (trial % 3 == 0 ? 5.0F : 0.0F);
      const std::size_t partner =
          best_partner(example.arrays(), example.a.data(), 2.0F, up_gain, 0.125F);
      ASSERT_EQ(partner, plain_partner(example, 2.0F, up_gain, 0.125F)) << "trial " << trial;
    }
  });
}

TEST(BestPartner, PromisesMostUpToRounding) {
  for_every_target([] {
    Random random(516);
    for (int trial = 0; trial < 200; ++trial) {
      const Index size = sizes[static_cast<std::size_t>(trial) % sizes.size()];
      Example example(size, random, false);
      const float up_gain = plain_steepest(example).up_gain;
      const std::size_t partner =
          best_partner(example.arrays(), example.a.data(), 1.3F, up_gain, 1e-3F);
      const std::size_t truth = plain_partner(example, 1.3F, up_gain, 1e-3F);
      ASSERT_EQ(partner == example.arrays().size, truth == example.arrays().size);
      if (partner == example.arrays().size) continue;
      const float most = promise(example, static_cast<Index>(truth), 1.3F, up_gain, 1e-3F);
      const float found = promise(example, static_cast<Index>(partner), 1.3F, up_gain, 1e-3F);
      // Where the curvature nearly cancels, its rounding error is a share of it.
      ASSERT_GE(found, most * (1.0F - 2e-3F)) << "trial " << trial;
    }
  });
}

TEST(BestPartner, OfEqualRowsTakesTheFirst) {
  for_every_target([] {
    Random random(517);
    for (Index first = 0; first < 48; ++first) {
      Example example(48, random, true);
      example.diagonal.setOnes();
      example.a.setZero();
      example.price_down.setZero();
      example.gradient.head(first).setConstant(1.5F);
      example.gradient.tail(48 - first).setConstant(-2.0F);
      ASSERT_EQ(best_partner(example.arrays(), example.a.data(), 1.0F, 2.0F, 1e-6F),
                static_cast<std::size_t>(first));
    }
  });
}

TEST(BestPartner, IsTheSizeIfNoSlopeIsPositive) {
  for_every_target([] {
    Random random(518);
    for (const Index size : sizes) {
      Example example(size, random, true);
      const float down = plain_steepest(example).down_gain;
      const auto none = static_cast<std::size_t>(size);
      for (const float up : {down, down - 1.0F, -infinity}) {
        EXPECT_EQ(best_partner(example.arrays(), example.a.data(), 2.0F, up, 1e-6F), none);
      }
      EXPECT_NE(best_partner(example.arrays(), example.a.data(), 2.0F, down + 0.125F, 1e-6F), none);
      example.price_down.setConstant(-infinity);
      EXPECT_EQ(best_partner(example.arrays(), example.a.data(), 2.0F, 100.0F, 1e-6F), none);
    }
  });
}

TEST(BestPartner, NoCurvatureIsBelowTheSmallest) {
  for_every_target([] {
    Random random(519);
    Example example(16, random, true);
    example.price_down.setZero();
    example.diagonal.setOnes();
    example.a.setZero();
    example.gradient.setZero();
    example.a(3) = 5.0F;          // curvature -8, raised to 1
    example.gradient(9) = -1.0F;  // slope 2 instead of 1 at curvature 2
    EXPECT_EQ(best_partner(example.arrays(), example.a.data(), 1.0F, 1.0F, 1.0F), 9U);
    EXPECT_EQ(best_partner(example.arrays(), example.a.data(), 1.0F, 1.0F, 0.25F), 3U);
  });
}

}  // namespace
}  // namespace tkl
