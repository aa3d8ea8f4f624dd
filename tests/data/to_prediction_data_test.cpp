#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;
using Texts = std::vector<std::string>;

PredictionData convert(std::string_view text, const Texts& features, const std::string& target) {
  return to_prediction_data(parse_table(text, "a"), features, target);
}

TEST(ToPredictionData, FindsColumnsByNameInAnyOrder) {
  const auto data = convert("y,b,junk,a\n0.5,1,?,2\n,3,,4\n", {"a", "b"}, "y");
  EXPECT_EQ(data.points, Matrix({{2.0, 1.0}, {4.0, 3.0}}));
  EXPECT_EQ(data.target, (Texts{"0.5", ""}));
}

TEST(ToPredictionData, NeedsNoTarget) {
  const auto data = convert("b,a\n1,2\n", {"a", "b"}, "y");
  EXPECT_EQ(data.points, Matrix({{2.0, 1.0}}));
  EXPECT_FALSE(data.target.has_value());
}

TEST(ToPredictionData, ListsTheFeaturesThatAreMissing) {
  EXPECT_TRUE(contains(error_of([] {
                         convert("b,y\n1,2\n", {"a", "b", "c"}, "y");
                       }),
                       "a: the header lacks 2 features of the model: \"a\", \"c\""));
}

TEST(ToPredictionData, WithoutAHeaderCountsColumns) {
  EXPECT_EQ(convert("1,2\n", {"a", "b"}, "y").points, Matrix({{1.0, 2.0}}));
  EXPECT_FALSE(convert("1,2\n", {"a", "b"}, "y").target.has_value());
  EXPECT_EQ(convert("1,2,3\n", {"a", "b"}, "y").points, Matrix({{1.0, 2.0}}));
  EXPECT_EQ(convert("1,2,3\n", {"a", "b"}, "y").target, (Texts{"3"}));
  EXPECT_EQ(convert("7\n", {"a"}, "y").points, Matrix({{7.0}}));
  EXPECT_TRUE(contains(error_of([] {
                         convert("1,2,3,4\n", {"a", "b"}, "y");
                       }),
                       "the file has 4 columns but the model wants 2 features"));
  EXPECT_TRUE(contains(error_of([] {
                         convert("1\n", {"a", "b"}, "y");
                       }),
                       "the file has 1 column but"));
}

TEST(ToPredictionData, TheTargetStaysWhereTrainingWithoutAHeaderHadIt) {
  for (const std::string position : {"1", "2", "3"}) {
    const Table table = parse_table("1,2,3\n4,5,6\n7,8,9\n", "a");
    const Dataset trained = to_dataset(table, {Task::regression, position});
    const auto data = to_prediction_data(table, trained.feature_names, trained.target_name);
    EXPECT_EQ(data.points, trained.points) << position;
    EXPECT_EQ(parse_number(data.target.value()[1]), trained.target(1)) << position;
  }
}

TEST(ToPredictionData, LibsvmGoesByIndexWhateverTheNames) {
  const auto data = convert("1 1:5\n-1 2:6\n", {"a", "x1", "x2"}, "y");
  EXPECT_EQ(data.points, Matrix({{5.0, 0.0, 0.0}, {0.0, 6.0, 0.0}}));
  EXPECT_EQ(data.target, (Texts{"1", "-1"}));
  EXPECT_TRUE(contains(error_of([] {
                         convert("1 1:5 3:2\n", {"a", "b"}, "y");
                       }),
                       "the file has 3 features but the model was trained with 2"));
}

TEST(ToPredictionData, RefusesFeaturesThatAreNoNumbers) {
  EXPECT_TRUE(contains(error_of([] {
                         convert("a,b\n1,2\n3,NA\n", {"a", "b"}, "y");
                       }),
                       "a:3: column 2 (\"b\"): \"NA\" is a missing value"));
}

}  // namespace
}  // namespace tkl
