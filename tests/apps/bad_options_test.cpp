#include <gtest/gtest.h>

#include "apps/bad_invocation.hpp"

namespace tkl {
namespace {

using testing::BadInvocation;
using testing::failure;
using testing::train_with;
using testing::usage;

std::vector<BadInvocation> cases() {
  return {
      {"cost_of_text", train_with({"-c", "abc"}), usage,
       "--cost: expected a positive number, not \"abc\""},
      {"cost_zero", train_with({"--cost", "0"}), usage, "--cost: expected a positive number"},
      {"cost_negative", train_with({"-c", "-1"}), usage,
       "--cost: expected a positive number, not \"-1\""},
      {"cost_infinite", train_with({"-c", "inf"}), usage, "--cost: expected a positive number"},
      {"cost_without_value", train_with({"-c"}), usage, "--cost: the value is missing"},
      {"cost_twice", train_with({"-c", "1", "-c", "2"}), usage, "--cost: given more than once"},
      {"tube_negative", {"train", "values.csv", "-p", "-1"}, usage, "--tube: expected"},
      {"tube_of_classes", train_with({"-p", "0.1"}), usage, "--tube is for regression"},
      {"tube_of_asked_classes", train_with({"-s", "0", "-p", "0.1"}), usage,
       "--tube is for regression"},
      {"raw_target_of_classes", train_with({"--raw-target"}), usage,
       "--raw-target is for regression"},
      {"degree_negative", train_with({"-d", "-1"}), usage, "--degree: expected a whole number"},
      {"degree_fraction", train_with({"-d", "1.5"}), usage, "--degree: expected a whole number"},
      {"basis", train_with({"--basis", "z"}), usage, "--basis: \"z\" is none of x, full"},
      {"basis_of_polynomial", train_with({"--family", "polynomial", "--basis", "x"}), usage,
       "--basis belongs to the tessellated family"},
      {"bound_zero", train_with({"--bound", "0"}), usage, "--bound: expected a positive number"},
      {"bound_of_kernels", train_with({"--kernels", "gaussian:1", "--bound", "1"}), usage,
       "--bound belongs"},
      {"lower_alone", train_with({"--lower", "-1"}), usage,
       "--lower and --upper must be given together"},
      {"upper_alone", train_with({"--upper", "2"}), usage,
       "--lower and --upper must be given together"},
      {"box_and_bound", train_with({"--lower", "-1", "--upper", "2", "--bound", "1"}), usage,
       "exclude each other"},
      {"box_upside_down", train_with({"--lower", "2", "--upper", "-1"}), usage, "must be less"},
      {"box_of_text", train_with({"--lower", "a", "--upper", "2"}), usage,
       "--lower: expected a number"},
      {"box_of_other_size", train_with({"--lower", "-1,-1,-1", "--upper", "2"}), usage,
       "--lower has 3 numbers, but the data have 2 features"},
      {"box_sides_differ", train_with({"--lower", "-1,-1", "--upper", "2,2,2"}), usage,
       "--lower has 2 numbers but --upper has 3"},
      {"family", train_with({"--family", "rbf"}), usage, "--family: \"rbf\" is none of"},
      {"kernels_missing", train_with({"--family", "kernels"}), usage, "needs the list of kernels"},
      {"kernels_of_other_family", train_with({"--family", "tk", "--kernels", "gaussian:1"}), usage,
       "--kernels needs --family kernels"},
      {"kernels_unknown", train_with({"--kernels", "sigmoid:1"}), usage,
       "unknown kind \"sigmoid\""},
      {"kernels_empty", train_with({"--kernels", ""}), usage, "no parameter given"},
      {"kernels_with_degree", train_with({"--kernels", "gaussian:1", "-d", "2"}), usage,
       "--degree has no"},
      {"tau", train_with({"--tau", "1.5"}), usage, "--tau: expected a number from 0 to 1"},
      {"method", train_with({"--method", "magic"}), usage, "--method: \"magic\" is none of newton"},
      {"tolerance", train_with({"-e", "0"}), usage, "--tolerance: expected"},
      {"iterations", train_with({"--max-iterations", "0"}), usage, "whole number of at least 1"},
      {"time_limit", train_with({"--time-limit", "-3"}), usage,
       "--time-limit: expected a positive"},
      {"threads_zero", train_with({"--threads", "0"}), usage, "whole number from 1 to 1024"},
      {"threads_many", train_with({"--threads", "99999999999"}), usage, "--threads: expected"},
      {"seed", train_with({"--seed", "-1"}), usage, "--seed: expected a whole number"},
      {"memory_zero", train_with({"-m", "0"}), usage, "--memory: expected a positive number of MB"},
      {"format", train_with({"--format", "xls"}), usage,
       "--format: \"xls\" is none of auto, csv, libsvm"},
      {"header", train_with({"--header", "maybe"}), usage, "--header: \"maybe\" is none of"},
      {"task", train_with({"--task", "ranking"}), usage, "--task: \"ranking\" is none of"},
      {"type_one", train_with({"-s", "1"}), usage, "only 0 (C-SVC: classification) and 3"},
      {"type_against_task", train_with({"-s", "0", "--task", "regression"}), usage, "contradicts"},
      {"quiet_and_verbose", train_with({"-q", "--verbose"}), usage, "exclude each other"},
      {"folds_one", {"train", "good.csv", "-v", "1"}, usage, "-v: expected a whole number"},
      {"folds_and_model", train_with({"-v", "3"}), usage, "-v only cross-validates"},
      {"folds_of_rows", {"cv", "good.csv", "-v", "31"}, usage, "there are only 30 rows"},
      {"unknown_option", train_with({"--bond", "1"}), usage, "did you mean --bound?"},
      {"libsvm_kernel_type", train_with({"-t", "2"}), usage, "unknown option \"-t\""},
      {"extra_argument", train_with({"more"}), usage, "unexpected argument \"more\""},
      {"unknown_verb", {"trian", "good.csv"}, usage, "unknown verb \"trian\"; did you mean train?"},
      {"far_verb", {"xyz"}, usage, "the verbs are train, predict, cv, info, explain, generate"},
      {"unknown_first_option", {"--fast"}, usage, "unknown option \"--fast\""},
      {"train_without_data", {"train"}, usage, "missing argument: data"},
      {"predict_without_model", {"predict", "good.csv"}, usage, "missing argument: model"},
      {"cv_without_data", {"cv"}, usage, "missing argument: data"},
      {"cv_with_model", {"cv", "good.csv", "m"}, usage, "unexpected argument \"m\""},
      {"info_without_model", {"info"}, usage, "missing argument: model"},
      {"info_of_two_kinds",
       {"info", "--json", "--history", "good.tkl"},
       usage,
       "--json has everything"},
      {"info_of_other_kinds",
       {"info", "--search", "--history", "good.tkl"},
       usage,
       "exclude each other"},
      {"class_weights", train_with({"--class-weights", "x"}), usage, "label=factor"},
      {"class_weights_unknown", train_with({"--class-weights", "x=2"}), usage, "no class \"x\""},
      {"class_weights_of_values",
       {"train", "values.csv", "--class-weights", "balanced"},
       usage,
       "the task is regression"},
      {"weights_unknown", train_with({"--weights", "w"}), failure, "to be the weights"},
      {"folds_without_search", train_with({"--select", "none", "--folds", "3"}), usage,
       "--folds belongs to the search"},
      {"metric_of_other_task", train_with({"--metric", "mse"}), failure, "is not one of a"},
      {"width_of_tessellated", train_with({"--family", "tk", "--width", "1"}), usage,
       "--width belongs to"},
      {"data_is_model", {"train", "good.csv", "./good.csv"}, usage, "is an input too"},
      {"generate_nothing", {"generate"}, usage, "missing argument: name"},
      {"generate_unknown", {"generate", "circel"}, usage, "did you mean circle?"},
      {"generate_rows", {"generate", "step", "--rows", "1"}, usage, "--rows: expected"},
      {"generate_noise", {"generate", "step", "--noise", "-1"}, usage, "--noise: expected"},
      {"generate_nowhere", {"generate", "step", "-o", "no/a.csv"}, failure, "does not exist"},
  };
}

class BadOption : public ::testing::TestWithParam<BadInvocation> {};

TEST_P(BadOption, IsRefusedAndChangesNothing) { testing::expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(, BadOption, ::testing::ValuesIn(cases()), testing::name_of);

}  // namespace
}  // namespace tkl
