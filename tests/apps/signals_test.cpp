#include <regex>

#include <gtest/gtest.h>

#include "apps/run.hpp"
#include "tkl/model.hpp"

namespace tkl {
namespace {

using testing::Outcome;
using testing::Process;
using testing::run;
using testing::TemporaryDirectory;
using testing::Words;

/// A training that would take long: many rows, and a gap that the slow method hardly reaches.
class LongTraining : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(
        run(directory_, {"generate", "canyon", "--rows", "1500", "--noise", "5", "-o", "a.csv"})
            .code,
        0);
  }
  Words words(const Words& more) const {
    Words all = {"train",    "--select",    "none",  "-e", "1e-12",
                 "--method", "frank-wolfe", "a.csv", "m"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  TemporaryDirectory directory_;
};

void expect_saved(const Outcome& outcome, const TemporaryDirectory& directory, Status status) {
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("warning: stopped .*\\(" + std::string(to_string(status)) +
                              "\\): relative gap [0-9.e+-]+")))
      << outcome.err;
  const Model model = load_model(directory / "m");
  EXPECT_EQ(model.certificate.status, status);
  EXPECT_GT(model.certificate.relative_gap(), 1e-12);
}

TEST_F(LongTraining, InterruptSavesTheBestModelSoFar) {
  Process process(directory_.path(), words({}));
  ASSERT_TRUE(process.wait_for("iteration 1 "));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  expect_saved(outcome, directory_, Status::interrupted);
  EXPECT_NE(outcome.out.find("certified: within"), std::string::npos) << outcome.out;
}

TEST_F(LongTraining, TerminationBeforeTheFirstIterationSavesAModelToo) {
  Process process(directory_.path(), words({"--verbose"}));
  ASSERT_TRUE(process.wait_for("memory: "));
  process.send(SIGTERM);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130) << outcome.err;
  expect_saved(outcome, directory_, Status::interrupted);
}

TEST_F(LongTraining, TimeLimit) {
  const Outcome outcome = run(directory_, words({"--time-limit", "0.5"}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  expect_saved(outcome, directory_, Status::time_limit);
}

TEST_F(LongTraining, InterruptedCrossValidationHasNoResult) {
  Process process(directory_.path(), {"cv", "-e", "1e-12", "--method", "frank-wolfe", "a.csv"});
  ASSERT_TRUE(process.wait_for("fold 1 of 5  iteration 1 "));
  process.send(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("no result"), std::string::npos);
}

TEST_F(LongTraining, TimeLimitOfCrossValidationIsAFailure) {
  const Outcome outcome = run(
      directory_, {"cv", "-e", "1e-12", "--method", "frank-wolfe", "--time-limit", "0.3", "a.csv"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("of 5 folds; raise --time-limit"), std::string::npos) << outcome.err;
}

TEST_F(LongTraining, ProgressIsAtMostOneLineASecond) {
  const Outcome outcome = run(directory_, words({"--time-limit", "1.2"}));
  const std::regex line(
      "iteration \\d+  upper \\S+  lower \\S+  gap \\S+  support vectors \\d+  \\d+\\.\\d s\n");
  const auto lines = std::distance(
      std::sregex_iterator(outcome.err.begin(), outcome.err.end(), line), std::sregex_iterator());
  EXPECT_GE(lines, 2);
  EXPECT_LE(lines, 4);
  EXPECT_EQ(outcome.err.find('\r'), std::string::npos);
}

TEST_F(LongTraining, ProgressOnATerminalIsRewrittenInPlace) {
  if (std::system("script -qec true /dev/null > /dev/null 2>&1") != 0) GTEST_SKIP();
  const std::string command =
      "cd " + directory_.path().string() + " && script -qec '" + TKL_EXECUTABLE +
      " train --select none --max-iterations 3 a.csv m' /dev/null > log 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string log = testing::read_bytes(directory_ / "log");
  EXPECT_NE(log.find("\riteration 1 "), std::string::npos) << log;
  EXPECT_NE(log.find("\riteration 2 "), std::string::npos) << log;
}

}  // namespace
}  // namespace tkl
