#include <gtest/gtest.h>

#include "apps/bad_invocation.hpp"

namespace tkl {
namespace {

using namespace std::string_literals;
using testing::BadInvocation;
using testing::failure;
using testing::Outcome;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::train_with;
using testing::Words;
using testing::write_bytes;

const Words train_bad = {"train", "bad.csv", "m"};

std::vector<BadInvocation> cases() {
  return {
      {"empty_file", train_bad, failure, "bad.csv: the file is empty"},
      {"header_only", train_bad, failure, "header but no rows", "a,b\n"},
      {"ragged", train_bad, failure, "bad.csv:3: expected 2 fields", "a,b\n1,2\n3\n"},
      {"text_feature", train_bad, failure, "bad.csv:3", "a,b\n1,2\nx,3\n1,4\n"},
      {"missing_value", train_bad, failure, "missing", "a,b\n1,2\n2,\n1,4\n"},
      {"infinite_feature", train_bad, failure, "\"inf\" is infinite", "a,b\n1,2\ninf,3\n1,4\n"},
      {"infinite_target", train_bad, failure, "\"-inf\" is infinite", "a,b\n1,2\n3,-inf\n1,4\n"},
      {"nan_target", train_bad, failure, "missing value", "a,b\n1,2\n3,nan\n1,4\n"},
      {"single_class", train_bad, failure, "same class \"p\"", "a,b\n1,p\n2,p\n"},
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
      {"unknown_target", train_with({"--target", "x3"}), failure, "did you mean"},
      {"target_position", train_with({"--target", "9"}), failure, "no column 9"},
      {"missing_file", {"train", "nowhere.csv", "m"}, failure, "nowhere.csv"},
      {"directory_as_data", {"train", ".", "m"}, failure, "is a directory"},
      {"model_is_a_directory", {"train", "good.csv", "."}, failure, "is a directory"},
      {"no_directory_for_model", {"train", "good.csv", "no/m"}, failure, "does not exist"},
      {"memory", train_with({"-m", "10"}), failure, "more than the limit of 10 MB"},
      {"huge_target",
       {"train", "bad.csv", "m"},
       failure,
       "target \"b\": values reach 6.5e+200",
       "a,b\n1,1.5e200\n2,2.5e200\n3,3.5e200\n4,4.5e200\n5,6.5e200\n"},
      {"huge_target_in_folds",
       {"cv", "bad.csv", "-v", "2"},
       failure,
       "divide by 1e+200",
       "a,b\n1,1.5e200\n2,2.5e200\n3,3.5e200\n4,4.5e200\n5,6.5e200\n"},
      {"tiny_target",
       {"train", "bad.csv", "m"},
       failure,
       "multiply by 1e+200",
       "a,b\n1,1.5e-200\n2,2.5e-200\n3,3.5e-200\n4,4.5e-200\n5,6.5e-200\n"},
      {"class_of_one_row_in_folds",
       {"cv", "bad.csv", "-v", "2"},
       failure,
       "only one row has the class \"q\"",
       "a,b\n1,p\n2,p\n3,p\n4,q\n"},
      {"class_of_one_weighted_row_in_folds",
       {"cv", "bad.csv", "-v", "2", "--target", "b", "--weights", "w"},
       failure,
       "only one row has the class \"q\"",
       "a,w,b\n1,1,p\n2,1,p\n3,1,q\n4,0,q\n"},
      {"too_large_a_basis", train_with({"-d", "100"}), failure, "5000"},
      {"feature_of_kernel", train_with({"--kernels", "gaussian:1@3"}), failure, "feature"},
  };
}

class BadData : public ::testing::TestWithParam<BadInvocation> {};

TEST_P(BadData, IsRefusedAndChangesNothing) { testing::expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(, BadData, ::testing::ValuesIn(cases()), testing::name_of);

TEST(BadDataFiles, WithoutPermissionToRead) {
  if (geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv", "a,b\n1,2\n3,4\n");
  testing::fs::permissions(directory / "a.csv", testing::fs::perms::none);
  const Outcome outcome = run(directory, {"train", "a.csv", "m"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("a.csv"), std::string::npos);
}

TEST(BadDataFiles, AFailureLeavesAnOldModelAlone) {
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv", "a,b\n1,2\n3\n");
  write_bytes(directory / "m", "old");
  EXPECT_EQ(run(directory, {"train", "a.csv", "m"}).code, 1);
  EXPECT_EQ(read_bytes(directory / "m"), "old");
}

}  // namespace
}  // namespace tkl
