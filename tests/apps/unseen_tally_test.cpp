#include <gtest/gtest.h>

#include "apps/run.hpp"

namespace tkl {
namespace {

using testing::Outcome;
using testing::run;
using testing::TemporaryDirectory;
using testing::Words;
using testing::write_bytes;

TEST(UnseenTally, ExplainAndReportWarnOnceAColumnAsPredictDoes) {
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv",
              "b,kind,y\ntrue,cat,1\nfalse,dog,2.5\ntrue,dog,3\nfalse,cat,4.5\ntrue,cat,5\n");
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  // More rows than a report reads at a time; the last ones have no target.
  std::string rows = "b,kind,y\n";
  for (int i = 0; i < 9000; ++i) rows += "true,bird,1\n";
  write_bytes(directory / "b.csv", rows + "true,fish,\nmaybe,dog,2\n");

  const std::string predicted = run(directory, {"predict", "b.csv", "m", "out.txt"}).err;
  EXPECT_EQ(predicted,
            "tkl: warning: column \"b\": 1 of 9002 rows has a level that training did not see, "
            "such as \"maybe\"; it counts as none of those known\n"
            "tkl: warning: column \"kind\": 9001 of 9002 rows have a level that training did not "
            "see, such as \"bird\"; it counts as none of those known\n");
  for (const Words& words :
       {Words{"explain", "b.csv", "m"}, Words{"explain", "--json", "b.csv", "m"},
        Words{"report", "--json", "m", "b.csv"}}) {
    const Outcome outcome = run(directory, words);
    EXPECT_EQ(outcome.code, 0) << words.front();
    EXPECT_EQ(outcome.err, predicted) << words.front();
  }
  for (const Words& words :
       {Words{"explain", "a.csv", "m"}, Words{"report", "--json", "m", "a.csv"}}) {
    EXPECT_EQ(run(directory, words).err, "") << words.front();
  }
}

}  // namespace
}  // namespace tkl
