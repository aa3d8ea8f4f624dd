#include <gtest/gtest.h>

#include "apps/bad_invocation.hpp"

namespace tkl {
namespace {

using testing::BadInvocation;
using testing::failure;
using testing::Outcome;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::usage;
using testing::write_bytes;

std::vector<BadInvocation> cases() {
  return {
      {"output_is_data", {"predict", "good.csv", "good.tkl", "good.csv"}, usage, "is an input too"},
      {"output_is_model",
       {"predict", "good.csv", "good.tkl", "good.tkl"},
       usage,
       "is an input too"},
      {"output_is_a_directory",
       {"predict", "good.csv", "good.tkl", "."},
       failure,
       "is a directory"},
      {"no_directory_for_output",
       {"predict", "good.csv", "good.tkl", "no/o"},
       failure,
       "does not exist"},
      {"no_such_model", {"predict", "good.csv", "nowhere.tkl"}, failure, "nowhere.tkl"},
      {"data_as_model", {"predict", "good.csv", "values.csv"}, failure, "not a tkl model"},
      {"model_is_a_folder", {"info", "."}, failure, "is a directory"},
      {"model_as_data", {"predict", "good.tkl", "values.tkl"}, failure, "good.tkl"},
      {"newer_model",
       {"info", "bad.csv"},
       failure,
       "different version",
       "tkl-model 7\nxxxxxxxxxxxx"},
      {"lacks_a_feature", {"predict", "values.csv", "good.tkl"}, failure, "\"x2\""},
      {"too_few_columns",
       {"predict", "bad.csv", "good.tkl"},
       failure,
       "the model wants 2 features",
       "1\n2\n"},
      {"too_many_columns",
       {"predict", "bad.csv", "good.tkl"},
       failure,
       "the model wants 2 features",
       "1,2,3,4\n"},
      {"too_many_libsvm_features",
       {"predict", "bad.svm", "good.tkl"},
       failure,
       "trained with 2",
       "1 3:1\n"},
      {"text_at_prediction",
       {"predict", "bad.csv", "good.tkl"},
       failure,
       "not a number",
       "x1,x2\n1,a\n"},
      {"missing_at_prediction",
       {"predict", "bad.csv", "good.tkl"},
       failure,
       "missing",
       "x1,x2\n1,\n"},
      {"text_for_a_value",
       {"predict", "bad.csv", "values.tkl", "o"},
       failure,
       "bad.csv:3: the target \"high\" is not a finite number",
       "x1,target\n1,2\n1,high\n"},
      {"decisions_of_regression",
       {"predict", "--decision-values", "values.csv", "values.tkl"},
       usage,
       "--decision-values is for classification"},
      {"predict_threads",
       {"predict", "--threads", "x", "good.csv", "good.tkl"},
       usage,
       "--threads: expected"},
      {"predict_cost",
       {"predict", "--cost", "1", "good.csv", "good.tkl"},
       usage,
       "unknown option \"--cost\""},
  };
}

class BadPrediction : public ::testing::TestWithParam<BadInvocation> {};

TEST_P(BadPrediction, IsRefusedAndChangesNothing) { testing::expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(, BadPrediction, ::testing::ValuesIn(cases()), testing::name_of);

TEST(BadModels, TruncatedAnywhere) {
  const TemporaryDirectory directory;
  const std::string model = read_bytes(testing::good_files() / "good.tkl");
  ASSERT_GT(model.size(), 1000U);
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{12}, std::size_t{20},
                                   std::size_t{30}, model.size() / 2, model.size() - 1}) {
    write_bytes(directory / "m", model.substr(0, length));
    const Outcome outcome = run(directory, {"info", "m"});
    EXPECT_EQ(outcome.code, 1) << length;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("tkl: error: m: ")) << outcome.err;
  }
}

TEST(BadModels, ABitFlippedAnywhere) {
  const TemporaryDirectory directory;
  const std::string model = read_bytes(testing::good_files() / "good.tkl");
  const std::size_t step = model.size() / 20;
  for (std::size_t position = 0; position < model.size(); position += step) {
    std::string damaged = model;
    damaged[position] = static_cast<char>(damaged[position] ^ 0x10);
    write_bytes(directory / "m", damaged);
    const Outcome outcome = run(directory, {"info", "m"});
    EXPECT_EQ(outcome.code, 1) << position;
    EXPECT_TRUE(outcome.err.starts_with("tkl: error: m: ")) << outcome.err;
  }
}

}  // namespace
}  // namespace tkl
