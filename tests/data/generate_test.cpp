#include "tkl/generate.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "data/random.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

GeneratorOptions options(Index rows, double noise = 0.0, std::uint64_t seed = 1) {
  return {rows, noise, seed};
}

TEST(Random, IsTheSameOnEveryMachine) {
  // The standard gives the 10000th number of a mt19937_64 of default seed: 9981545732273789042.
  internal::Random random(5489);
  for (int i = 1; i < 10000; ++i) random.uniform();
  EXPECT_EQ(random.uniform(), static_cast<double>(9981545732273789042ULL >> 11U) * 0x1p-53);
}

TEST(Random, HasTheMomentsOfItsDistributions) {
  internal::Random random(1);
  constexpr int count = 100000;
  double uniform = 0.0;
  double first = 0.0;
  double second = 0.0;
  for (int i = 0; i < count; ++i) {
    uniform += random.uniform(2.0, 4.0) / count;
    const double normal = random.normal();
    first += normal / count;
    second += normal * normal / count;
  }
  EXPECT_NEAR(uniform, 3.0, 0.01);
  EXPECT_NEAR(first, 0.0, 0.02);
  EXPECT_NEAR(second, 1.0, 0.02);
}

TEST(Generate, EveryGeneratorGivesValidDataOfTheAskedSize) {
  std::set<std::string> names;
  for (const Generator& generator : generators()) {
    names.insert(generator.name);
    EXPECT_FALSE(generator.description.empty());
    for (const Index rows : {2, 3, 200}) {
      const Dataset data = generator.generate(options(rows, 0.1));
      EXPECT_EQ(data.rows(), rows) << generator.name;
      EXPECT_NO_THROW(validate(data)) << generator.name;
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"spirals", "circle", "checkerboard", "friedman1",
                                          "canyon", "step"}));
}

TEST(Generate, DependsOnTheSeedAndOnNothingElse) {
  for (const Generator& generator : generators()) {
    const Dataset one = generate(generator.name, options(50, 0.1, 7));
    const Dataset same = generate(generator.name, options(50, 0.1, 7));
    const Dataset other = generate(generator.name, options(50, 0.1, 8));
    EXPECT_EQ(one.points, same.points);
    EXPECT_EQ(one.target, same.target);
    EXPECT_NE(one.points, other.points);
  }
}

TEST(Generate, NoiseMovesTheTargetOrThePoints) {
  for (const Generator& generator : generators()) {
    const Dataset clean = generator.generate(options(2000));
    const Dataset noisy = generator.generate(options(2000, 0.3));
    const bool regression = clean.task == Task::regression;
    EXPECT_EQ(clean.target == noisy.target, !regression) << generator.name;
    EXPECT_EQ(clean.points == noisy.points, regression) << generator.name;
    if (!regression) continue;
    const double deviation = std::sqrt((noisy.target - clean.target).squaredNorm() / 2000.0);
    EXPECT_NEAR(deviation, 0.3, 0.03) << generator.name;
  }
}

TEST(Generate, ClassesAreBalanced) {
  for (const char* name : {"spirals", "circle", "checkerboard"}) {
    const Dataset data = generate(name, options(101));
    EXPECT_EQ(data.classes, (std::vector<std::string>{"-1", "1"}));
    EXPECT_EQ(data.target.sum(), 50.0) << name;
    EXPECT_EQ(data.feature_names, (std::vector<std::string>{"x1", "x2"}));
  }
}

TEST(Generate, SpiralArmsAreTheSameArmTurnedByHalf) {
  const Dataset data = generate("spirals", options(400));
  for (Index i = 0; i < data.rows(); ++i) {
    const double radius = data.points.row(i).norm();
    ASSERT_LE(radius, 1.0);
    const double sign = data.target(i) == 0.0 ? 1.0 : -1.0;
    const double angle = 3.5 * std::numbers::pi * radius;
    EXPECT_NEAR(data.points(i, 0), sign * radius * std::cos(angle), 1e-12);
    EXPECT_NEAR(data.points(i, 1), sign * radius * std::sin(angle), 1e-12);
  }
}

TEST(Generate, CircleHasHalfTheArea) {
  const Dataset data = generate("circle", options(400));
  for (Index i = 0; i < data.rows(); ++i) {
    const bool inside = std::numbers::pi * data.points.row(i).squaredNorm() < 2.0;
    EXPECT_EQ(data.target(i), inside ? 1.0 : 0.0);
  }
  EXPECT_LE(data.points.cwiseAbs().maxCoeff(), 1.0);
}

TEST(Generate, CheckerboardHasSixteenFields) {
  const Dataset data = generate("checkerboard", options(1000));
  std::set<std::pair<double, double>> fields;
  for (Index i = 0; i < data.rows(); ++i) {
    const double column = std::floor(4.0 * data.points(i, 0));
    const double row = std::floor(4.0 * data.points(i, 1));
    fields.emplace(column, row);
    EXPECT_EQ(data.target(i), std::fmod(column + row, 2.0));
  }
  EXPECT_EQ(fields.size(), 16U);
}

TEST(Generate, FriedmanIsHisFormula) {
  const Dataset data = generate("friedman1", options(100));
  ASSERT_EQ(data.features(), 5);
  for (Index i = 0; i < data.rows(); ++i) {
    const auto x = data.points.row(i);
    EXPECT_NEAR(data.target(i),
                10 * std::sin(std::numbers::pi * x(0) * x(1)) + 20 * std::pow(x(2) - 0.5, 2) +
                    10 * x(3) + 5 * x(4),
                1e-12);
  }
}

TEST(Generate, CanyonIsItsHeight) {
  const Dataset data = generate("canyon", options(100));
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"east", "north"}));
  EXPECT_EQ(data.target_name, "height");
  for (Index i = 0; i < data.rows(); ++i) {
    EXPECT_EQ(data.target(i), canyon_height(data.points(i, 0), data.points(i, 1)));
  }
}

TEST(Generate, StepTakesFourValues) {
  const Dataset data = generate("step", options(300));
  EXPECT_EQ(data.features(), 1);
  EXPECT_EQ(std::set<double>(data.target.begin(), data.target.end()),
            (std::set<double>{-0.5, 0.0, 1.0, 2.0}));
}

TEST(Generate, RefusesBadOptions) {
  for (const Generator& generator : generators()) {
    for (const Index rows : {Index{1}, Index{0}, Index{-5}, Index{10'000'001}}) {
      EXPECT_TRUE(contains(error_of([&] { generator.generate(options(rows)); }),
                           "rows must be from 2 to 10000000, not " + std::to_string(rows)));
    }
    for (const double noise : {-0.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
      EXPECT_TRUE(contains(error_of([&] { generator.generate(options(10, noise)); }),
                           "noise must be a finite number"));
    }
  }
  EXPECT_TRUE(contains(error_of([] { generate("spiral"); }),
                       "there is no generator \"spiral\"; choose one of \"spirals\", \"circle\""));
}

}  // namespace
}  // namespace tkl
