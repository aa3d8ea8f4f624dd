#include <gtest/gtest.h>

#include "apps/run.hpp"

namespace tkl {
namespace {

using namespace std::string_literals;
using testing::Outcome;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::Words;
using testing::write_bytes;

constexpr int failure = 1;
constexpr int usage = 2;

/// Run where good.csv (two classes, two features), values.csv (regression, one feature) and their
/// models good.tkl and values.tkl are, and bad.csv and bad.svm with the given content.
struct BadInvocation {
  const char* name;
  Words words;
  int code;
  std::string message;
  std::string content = {};
};

void PrintTo(const BadInvocation& invocation, std::ostream* stream) { *stream << invocation.name; }

/// The good files, made once.
const TemporaryDirectory& good_files() {
  static const TemporaryDirectory directory;
  static const bool made = [] {
    for (const Words& words : {Words{"generate", "circle", "--rows", "30", "-o", "good.csv"},
                               Words{"generate", "step", "--rows", "20", "-o", "values.csv"},
                               Words{"train", "-q", "good.csv", "good.tkl"},
                               Words{"train", "-q", "values.csv", "values.tkl"}}) {
      const Outcome outcome = run(directory, words);
      EXPECT_EQ(outcome.code, 0) << outcome.err;
    }
    return true;
  }();
  EXPECT_TRUE(made);
  return directory;
}

Words train(const Words& options) {
  Words words = {"train", "good.csv", "m"};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

const Words train_bad = {"train", "bad.csv", "m"};

std::vector<BadInvocation> bad_data() {
  return {
      {"empty_file", train_bad, failure, "bad.csv: the file is empty"},
      {"header_only", train_bad, failure, "header but no rows", "a,b\n"},
      {"ragged", train_bad, failure, "bad.csv:3: expected 2 fields", "a,b\n1,2\n3\n"},
      {"text_feature", train_bad, failure, "bad.csv:3", "a,b\n1,2\nx,3\n1,4\n"},
      {"missing_value", train_bad, failure, "missing", "a,b\n1,2\n,3\n1,4\n"},
      {"infinite_feature", train_bad, failure, "\"inf\" is infinite", "a,b\n1,2\ninf,3\n1,4\n"},
      {"infinite_target", train_bad, failure, "\"-inf\" is infinite", "a,b\n1,2\n3,-inf\n1,4\n"},
      {"nan_target", train_bad, failure, "missing value", "a,b\n1,2\n3,nan\n1,4\n"},
      {"single_class", train_bad, failure, "same class \"p\"", "a,b\n1,p\n2,p\n"},
      {"three_classes", train_bad, failure, "3 classes", "a,b\n1,p\n2,q\n3,r\n"},
      {"duplicate_header", train_bad, failure, "already belongs to column 1", "a,a,b\n1,2,3\n"},
      {"nul_byte", train_bad, failure, "bad.csv:2: a NUL byte", "a,b\n1,\0\n"s},
      {"one_column", train_bad, failure, "only one column", "a\n1\n2\n"},
      {"one_row", train_bad, failure, "only one row", "a,b\n1,2\n"},
      {"too_large", train_bad, failure, "too large", "a,b\n1,2\n1e999,3\n2,5\n"},
      {"unclosed_quote", train_bad, failure, "never ends", "a,b\n1,\"2\n3,4\n"},
      {"libsvm_descending", {"train", "bad.svm", "m"}, failure, "bad.svm:1", "1 2:1 1:1\n-1 1:1\n"},
      {"libsvm_index_zero", {"train", "bad.svm", "m"}, failure, "bad.svm:1", "1 0:1\n-1 1:1\n"},
      {"libsvm_no_features", {"train", "bad.svm", "m"}, failure, "no line has", "1\n-1\n"},
      {"csv_read_as_libsvm",
       {"train", "good.csv", "m", "--format", "libsvm"},
       failure,
       "good.csv:1"},
      {"header_read_as_data",
       {"train", "good.csv", "m", "--header", "no"},
       failure,
       "not a number"},
      {"text_regression",
       {"train", "bad.csv", "m", "--task", "regression"},
       failure,
       "must be numeric",
       "a,b\n1,p\n2,q\n"},
      {"too_many_numbers_for_classes",
       {"train", "values.csv", "m", "-s", "0"},
       failure,
       "only two classes are supported"},
      {"unknown_target", train({"--target", "x3"}), failure, "did you mean"},
      {"target_position", train({"--target", "9"}), failure, "no column 9"},
      {"missing_file", {"train", "nowhere.csv", "m"}, failure, "nowhere.csv"},
      {"directory_as_data", {"train", ".", "m"}, failure, "is a directory"},
      {"model_is_a_directory", {"train", "good.csv", "."}, failure, "is a directory"},
      {"no_directory_for_model", {"train", "good.csv", "no/m"}, failure, "does not exist"},
      {"memory", train({"-m", "10"}), failure, "more than the limit of 10 MB"},
      {"too_large_a_basis", train({"-d", "100"}), failure, "5000"},
      {"feature_of_kernel", train({"--kernels", "gaussian:1@3"}), failure, "feature"},
  };
}

std::vector<BadInvocation> bad_options() {
  return {
      {"cost_of_text", train({"-c", "abc"}), usage,
       "--cost: expected a positive number, not \"abc\""},
      {"cost_zero", train({"--cost", "0"}), usage, "--cost: expected a positive number"},
      {"cost_negative", train({"-c", "-1"}), usage,
       "--cost: expected a positive number, not \"-1\""},
      {"cost_infinite", train({"-c", "inf"}), usage, "--cost: expected a positive number"},
      {"cost_without_value", train({"-c"}), usage, "--cost: the value is missing"},
      {"cost_twice", train({"-c", "1", "-c", "2"}), usage, "--cost: given more than once"},
      {"tube_negative", {"train", "values.csv", "-p", "-1"}, usage, "--tube: expected"},
      {"tube_of_classes", train({"-p", "0.1"}), usage, "--tube is for regression"},
      {"tube_of_asked_classes", train({"-s", "0", "-p", "0.1"}), usage, "--tube is for regression"},
      {"raw_target_of_classes", train({"--raw-target"}), usage, "--raw-target is for regression"},
      {"degree_negative", train({"-d", "-1"}), usage, "--degree: expected a whole number"},
      {"degree_fraction", train({"-d", "1.5"}), usage, "--degree: expected a whole number"},
      {"basis", train({"--basis", "z"}), usage, "--basis: \"z\" is none of x, full"},
      {"basis_of_polynomial", train({"--family", "polynomial", "--basis", "x"}), usage,
       "--basis belongs to the tessellated family"},
      {"bound_zero", train({"--bound", "0"}), usage, "--bound: expected a positive number"},
      {"bound_of_kernels", train({"--kernels", "gaussian:1", "--bound", "1"}), usage,
       "--bound belongs"},
      {"lower_alone", train({"--lower", "-1"}), usage,
       "--lower and --upper must be given together"},
      {"upper_alone", train({"--upper", "2"}), usage, "--lower and --upper must be given together"},
      {"box_and_bound", train({"--lower", "-1", "--upper", "2", "--bound", "1"}), usage,
       "exclude each other"},
      {"box_upside_down", train({"--lower", "2", "--upper", "-1"}), usage, "must be less"},
      {"box_of_text", train({"--lower", "a", "--upper", "2"}), usage, "--lower: expected a number"},
      {"box_of_other_size", train({"--lower", "-1,-1,-1", "--upper", "2"}), usage,
       "--lower has 3 numbers, but the data have 2 features"},
      {"box_sides_differ", train({"--lower", "-1,-1", "--upper", "2,2,2"}), usage,
       "--lower has 2 numbers but --upper has 3"},
      {"family", train({"--family", "rbf"}), usage, "--family: \"rbf\" is none of"},
      {"kernels_missing", train({"--family", "kernels"}), usage, "needs the list of kernels"},
      {"kernels_of_other_family", train({"--family", "tk", "--kernels", "gaussian:1"}), usage,
       "--kernels needs --family kernels"},
      {"kernels_unknown", train({"--kernels", "sigmoid:1"}), usage, "unknown kind \"sigmoid\""},
      {"kernels_empty", train({"--kernels", ""}), usage, "no parameter given"},
      {"kernels_with_degree", train({"--kernels", "gaussian:1", "-d", "2"}), usage,
       "--degree has no"},
      {"tau", train({"--tau", "1.5"}), usage, "--tau: expected a number from 0 to 1"},
      {"method", train({"--method", "magic"}), usage, "--method: \"magic\" is none of newton"},
      {"tolerance", train({"-e", "0"}), usage, "--tolerance: expected"},
      {"iterations", train({"--max-iterations", "0"}), usage, "whole number of at least 1"},
      {"time_limit", train({"--time-limit", "-3"}), usage, "--time-limit: expected a positive"},
      {"threads_zero", train({"--threads", "0"}), usage, "whole number from 1 to 1024"},
      {"threads_many", train({"--threads", "99999999999"}), usage, "--threads: expected"},
      {"seed", train({"--seed", "-1"}), usage, "--seed: expected a whole number"},
      {"memory_zero", train({"-m", "0"}), usage, "--memory: expected a positive number of MB"},
      {"format", train({"--format", "xls"}), usage,
       "--format: \"xls\" is none of auto, csv, libsvm"},
      {"header", train({"--header", "maybe"}), usage, "--header: \"maybe\" is none of"},
      {"task", train({"--task", "ranking"}), usage, "--task: \"ranking\" is none of"},
      {"type_one", train({"-s", "1"}), usage, "only 0 (C-SVC: classification) and 3"},
      {"type_against_task", train({"-s", "0", "--task", "regression"}), usage, "contradicts"},
      {"quiet_and_verbose", train({"-q", "--verbose"}), usage, "exclude each other"},
      {"folds_one", {"train", "good.csv", "-v", "1"}, usage, "--folds: expected a whole number"},
      {"folds_and_model", train({"-v", "3"}), usage, "--folds only cross-validates"},
      {"folds_of_rows", {"cv", "good.csv", "-v", "31"}, usage, "there are only 30 rows"},
      {"unknown_option", train({"--bond", "1"}), usage, "did you mean --bound?"},
      {"libsvm_kernel_type", train({"-t", "2"}), usage, "unknown option \"-t\""},
      {"extra_argument", train({"more"}), usage, "unexpected argument \"more\""},
      {"unknown_verb", {"trian", "good.csv"}, usage, "unknown verb \"trian\"; did you mean train?"},
      {"far_verb", {"xyz"}, usage, "the verbs are train, predict, cv, info, generate"},
      {"unknown_first_option", {"--fast"}, usage, "unknown option \"--fast\""},
      {"train_without_data", {"train"}, usage, "missing argument: data"},
      {"predict_without_model", {"predict", "good.csv"}, usage, "missing argument: model"},
      {"cv_without_data", {"cv"}, usage, "missing argument: data"},
      {"cv_with_model", {"cv", "good.csv", "m"}, usage, "unexpected argument \"m\""},
      {"info_without_model", {"info"}, usage, "missing argument: model"},
      {"info_of_two_kinds",
       {"info", "--json", "--history", "good.tkl"},
       usage,
       "exclude each other"},
      {"data_is_model", {"train", "good.csv", "./good.csv"}, usage, "is an input too"},
      {"generate_nothing", {"generate"}, usage, "missing argument: name"},
      {"generate_unknown", {"generate", "circel"}, usage, "did you mean circle?"},
      {"generate_rows", {"generate", "step", "--rows", "1"}, usage, "--rows: expected"},
      {"generate_noise", {"generate", "step", "--noise", "-1"}, usage, "--noise: expected"},
      {"generate_nowhere", {"generate", "step", "-o", "no/a.csv"}, failure, "does not exist"},
  };
}

std::vector<BadInvocation> bad_predictions() {
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
       "tkl-model 2\nxxxxxxxxxxxx"},
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

class BadInvocations : public ::testing::TestWithParam<BadInvocation> {};

TEST_P(BadInvocations, AreRefusedAndChangeNothing) {
  const BadInvocation& invocation = GetParam();
  const TemporaryDirectory directory;
  for (const auto& [path, content] : good_files().snapshot()) {
    write_bytes(directory / testing::fs::path(path).filename().string(), content);
  }
  for (const char* name : {"bad.csv", "bad.svm"}) write_bytes(directory / name, invocation.content);
  const auto before = directory.snapshot();

  const Outcome outcome = run(directory, invocation.words);
  EXPECT_EQ(outcome.code, invocation.code);
  EXPECT_TRUE(outcome.err.starts_with("tkl: error: ")) << outcome.err;
  EXPECT_NE(outcome.err.find(invocation.message), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.err.find("\ntry: tkl") != std::string::npos, invocation.code == usage)
      << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(directory.snapshot() == before) << "files were written or changed";
}

const auto name_of = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Data, BadInvocations, ::testing::ValuesIn(bad_data()), name_of);
INSTANTIATE_TEST_SUITE_P(Options, BadInvocations, ::testing::ValuesIn(bad_options()), name_of);
INSTANTIATE_TEST_SUITE_P(Predictions, BadInvocations, ::testing::ValuesIn(bad_predictions()),
                         name_of);

TEST(BadModels, TruncatedAnywhere) {
  const TemporaryDirectory directory;
  const std::string model = read_bytes(good_files() / "good.tkl");
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
  const std::string model = read_bytes(good_files() / "good.tkl");
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

TEST(BadData, WithoutPermissionToRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv", "a,b\n1,2\n3,4\n");
  testing::fs::permissions(directory / "a.csv", testing::fs::perms::none);
  const Outcome outcome = run(directory, {"train", "a.csv", "m"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("a.csv"), std::string::npos);
}

TEST(BadData, AFailureLeavesAnOldModelAlone) {
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv", "a,b\n1,2\n3\n");
  write_bytes(directory / "m", "old");
  EXPECT_EQ(run(directory, {"train", "a.csv", "m"}).code, 1);
  EXPECT_EQ(read_bytes(directory / "m"), "old");
}

}  // namespace
}  // namespace tkl
