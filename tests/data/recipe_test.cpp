#include "data/recipe.hpp"

#include <gtest/gtest.h>

#include "data/expect_error.hpp"
#include "tkl/fit.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::contains;
using testing::error_of;

Dataset convert(const std::string& text, const DatasetOptions& options = {}) {
  return to_dataset(parse_table(text, "a"), options);
}

TEST(Recipe, TextIsOneFeatureALevel) {
  const Dataset data = convert("kind,x,y\ncat,1,2\ndog,2,3.5\ncat,3,4\ncow,4,6\ndog,5,7\n");
  EXPECT_EQ(data.feature_names,
            (std::vector<std::string>{"kind=cat", "kind=cow", "kind=dog", "x"}));
  Matrix expected(5, 4);
  expected << 1, 0, 0, 1,  //
      0, 0, 1, 2,          //
      1, 0, 0, 3,          //
      0, 1, 0, 4,          //
      0, 0, 1, 5;
  EXPECT_EQ(data.points, expected);
}

TEST(Recipe, MissingNumbersAreTheMedianAndMarked) {
  const Dataset data = convert("x,z,y\n1,5,2\n,6,3.5\n3,7,4\nNA,8,6\n10,9,7\n");
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"x", "x is missing", "z"}));
  Matrix expected(5, 3);
  expected << 1, 0, 5,  //
      3, 1, 6,          //
      3, 0, 7,          //
      3, 1, 8,          //
      10, 0, 9;
  EXPECT_EQ(data.points, expected);
}

TEST(Recipe, AMissingCategoryIsALevel) {
  const Dataset data = convert("k,y\na,2\n?,3.5\nb,4\nNA,6\na,7\nb,9\n");
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"k is missing", "k=a", "k=b"}));
  EXPECT_EQ(data.points.col(0), (Vector(6) << 0, 1, 0, 1, 0, 0).finished());
}

TEST(Recipe, UnknownLevelsAreLikeNone) {
  const Dataset train = convert("kind,y\ncat,2\ndog,3.5\ncat,4\ndog,6\n");
  const Table table = parse_table("kind\ndog\nbird\n\"\"\n", "b");
  const Matrix points = to_prediction_data(table, train.recipe, "y").points;
  Matrix expected(3, 2);
  expected << 0, 1, 0, 0, 0, 0;
  EXPECT_EQ(points, expected);
}

TEST(Recipe, UnknownLevelsAreCounted) {
  const Dataset train = convert("x,kind,z,y\n1,cat,u,2\n0,dog,v,3.5\n4,cat,v,4\n3,dog,u,6\n");
  const Table table = parse_table("kind,x,z\ndog,0,u\nbird,0,v\n\"\",2,u\ncat,0,u\n", "b");
  const PredictionData data = to_prediction_data(table, train.recipe, "y");
  ASSERT_EQ(data.unseen.size(), 1U);  // a number is none, not even 0, and z has what is known
  EXPECT_EQ(data.unseen[0].column, 1U);
  EXPECT_EQ(data.unseen[0].rows, 2);
  EXPECT_EQ(data.unseen[0].example, "bird");
}

TEST(Recipe, CapitalsOfBooleansDoNotCount) {
  const Dataset train = convert("b,y\ntrue,2\nfalse,3.5\ntrue,4\nFalse,6\n");
  EXPECT_EQ(train.feature_names, (std::vector<std::string>{"b=False", "b=true"}));
  const Table table = parse_table("b\nTRUE\nfalse\nFALSE\nT\n", "b");
  Matrix expected(4, 2);
  expected << 0, 1, 1, 0, 1, 0, 0, 0;
  EXPECT_EQ(to_prediction_data(table, train.recipe, "y").points, expected);
}

TEST(Recipe, PredictionFillsInWhatTrainingDid) {
  const Dataset train = convert("x,z,y\n1,5,2\n,6,3.5\n3,7,4\n10,9,7\n");
  const Table table = parse_table("z,x\n1,\n2,4\n", "b");
  const Matrix points = to_prediction_data(table, train.recipe, "y").points;
  Matrix expected(2, 3);
  expected << 3, 1, 1, 4, 0, 2;
  EXPECT_EQ(points, expected);
  // No z was missing in training: nobody knows what to do about it.
  EXPECT_TRUE(contains(
      error_of([&] { to_prediction_data(parse_table("z,x\n,2\n", "b"), train.recipe, "y"); }),
      "b:2: column 1 (\"z\"): the value is missing"));
}

TEST(Recipe, CodesCanBeDeclaredCategories) {
  DatasetOptions options;
  options.categorical = {"code"};
  const Dataset data = convert("code,y\n3,2\n1,3.5\n3,4\n1,6\n", options);
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"code=1", "code=3"}));
}

TEST(Recipe, ACodeIsTheSameHoweverItIsWritten) {
  DatasetOptions options;
  options.categorical = {"code"};
  const Dataset data = convert("code,y\n3.0,2\n1,3.5\n3,4\n1e0,6\n", options);
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"code=1", "code=3"}));
  const Table table = parse_table("code\n3.00\n01\n2\n", "b");
  Matrix expected(3, 2);
  expected << 0, 1, 1, 0, 0, 0;
  EXPECT_EQ(to_prediction_data(table, data.recipe, "y").points, expected);
}

TEST(Recipe, SaysWhatCannotBeAFeature) {
  EXPECT_TRUE(contains(error_of([] { convert("x,y\n1,2\n2,3\nthree,4\n4,5.5\n"); }),
                       "a:4: column 1 (\"x\"): \"three\" is not a number; most rows"));
  EXPECT_TRUE(
      contains(error_of([] { convert("d,y\n2020-01-05,2\n2020-02-07,3\n2020-03-09,4.5\n"); }),
               "looks like a date"));
  EXPECT_TRUE(contains(error_of([] { convert("id,y\nu1,2\nu2,3\nu3,4.5\nu4,5\n"); }),
                       "4 different values"));
  EXPECT_TRUE(contains(error_of([] { convert("x,y\n,2\n,3\n?,4.5\n"); }),
                       "column 1 (\"x\"): every value is missing"));
}

/// A column of these texts, twice each.
Dataset with_column(const std::vector<std::string>& fields, const DatasetOptions& options = {}) {
  std::string text = "k,y\n";
  for (std::size_t i = 0; i < 2 * fields.size(); ++i) {
    text += '"' + fields[i % fields.size()] + "\"," + std::to_string(i * i) + "\n";
  }
  return convert(text, options);
}

TEST(Recipe, DatesAndTimesAreRefusedHoweverTheyAreWritten) {
  const std::vector<std::vector<std::string>> columns = {{"1.1.2021", "2.2.2021", "3.3.2021"},
                                                         {"1/2/21", "2/2/21", "3/2/21"},
                                                         {"0:15", "1:15", "2:15"},
                                                         {"1 Jan 2020", "2 Jan 2020", "3 Feb 2020"},
                                                         {"2020-01-05", "2020-02-07", "2020-03-09"},
                                                         {"unknown", "2020-02-07", "2020-03-09"},
                                                         {"", "2:15", "2:30"}};
  for (const auto& column : columns) {
    EXPECT_TRUE(contains(error_of([&] { with_column(column); }),
                         "looks like a date or time; give numbers that matter"))
        << column[1];
  }
}

TEST(Recipe, CodesThatResembleDatesAreCategories) {
  for (const std::vector<std::string>& column :
       {std::vector<std::string>{"AB-123450", "AB-123451", "AB-123452"},
        {"555-123450", "555-123451", "555-123452"},
        {"1/2", "1/4", "1/8"},
        {"never", "1.1.2021", "sometimes"}}) {
    EXPECT_EQ(with_column(column).features(), 3) << column[0];
  }
}

TEST(Recipe, DatesCanBeDeclaredCategories) {
  DatasetOptions options;
  options.categorical = {"k"};
  EXPECT_EQ(with_column({"2020-01", "2020-02", "2020-03"}, options).features(), 3);
}

TEST(Recipe, IsKeptInTheModelFile) {
  const Dataset data = convert("kind,x,y\ncat,1,2\ndog,,3.5\ncat,3,4\ndog,4,6\ncat,5,7\n");
  const Model model = fit(data).model;
  const Model again = deserialise(serialise(model), "copy");
  EXPECT_EQ(again.recipe, model.recipe);
  EXPECT_EQ(again.recipe, data.recipe);
}

}  // namespace
}  // namespace tkl
