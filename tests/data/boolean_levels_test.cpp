#include "data/boolean_levels.hpp"

#include <gtest/gtest.h>

namespace tkl::internal {
namespace {

using Levels = std::vector<std::string>;

TEST(BooleanLevels, AreFoundHoweverTheyAreCapitalised) {
  for (const Levels& levels :
       {Levels{"false", "true"}, {"NO", "YES"}, {"F", "T"}, {"n", "y"}, {"", "False", "True"}}) {
    const LevelFinder finder(levels);
    const Index first = std::ssize(levels) - 2;
    for (const bool upper : {false, true}) {
      for (Index k = first; k < first + 2; ++k) {
        std::string word = levels[static_cast<std::size_t>(k)];
        for (char& c : word) {
          c = static_cast<char>(upper ? std::toupper(c) : std::tolower(c));
        }
        EXPECT_EQ(finder.find(word), k) << word;
      }
    }
  }
}

TEST(BooleanLevels, AreNotMixedUp) {
  const Levels levels = {"false", "true"};
  const LevelFinder finder(levels);
  for (const char* other : {"", "t", "T", "yes", "1", "truee"}) {
    EXPECT_EQ(finder.find(other), std::nullopt) << other;
  }
}

TEST(BooleanLevels, ThatAreKnownStayWhatTheyAre) {
  // As a model may have them that was made before capitals were of no account.
  const Levels levels = {"False", "True", "true"};
  const LevelFinder finder(levels);
  EXPECT_EQ(finder.find("True"), 1);
  EXPECT_EQ(finder.find("true"), 2);
  EXPECT_EQ(finder.find("FALSE"), 0);
}

TEST(BooleanLevels, CapitalsCountWhereLevelsAreNotBoolean) {
  for (const Levels& levels :
       {Levels{"T", "t"}, {"no", "perhaps", "yes"}, {"true"}, {"cat", "dog"}}) {
    const LevelFinder finder(levels);
    EXPECT_EQ(finder.find("True"), std::nullopt);
    EXPECT_EQ(finder.find("No"), std::nullopt);
    EXPECT_EQ(finder.find("Cat"), std::nullopt);
    EXPECT_EQ(merge_capitals(levels), levels);
  }
}

TEST(BooleanLevels, AreMergedToTheFirstSpelling) {
  EXPECT_EQ(merge_capitals({"", "FALSE", "False", "True", "true"}), (Levels{"", "FALSE", "True"}));
}

}  // namespace
}  // namespace tkl::internal
