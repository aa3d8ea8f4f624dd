#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "apps/run.hpp"
#include "tkl/model.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::count_lines;
using testing::Outcome;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::Words;
using testing::write_bytes;

void generate_file(const TemporaryDirectory& directory, const std::string& name,
                   const std::string& file, const Words& more = {}) {
  Words words = {"generate", name, "-o", file};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome outcome = run(directory, words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
}

TEST(TrainPredict, ClassifiesAndWritesOnePredictionALine) {
  const TemporaryDirectory directory;
  generate_file(directory, "spirals", "a.csv", {"--rows", "120"});
  const Outcome trained = run(directory, {"train", "--select", "none", "a.csv", "a.tkl"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  EXPECT_NE(trained.out.find("120 rows x 2 features"), std::string::npos) << trained.out;
  EXPECT_NE(trained.out.find("certified: within 0.0"), std::string::npos) << trained.out;
  EXPECT_NE(trained.out.find("model written to a.tkl"), std::string::npos) << trained.out;

  const Outcome predicted = run(directory, {"predict", "a.csv", "a.tkl", "out.txt"});
  ASSERT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_EQ(predicted.err, "");
  std::smatch match;
  ASSERT_TRUE(
      std::regex_match(predicted.out, match,
                       std::regex(R"(Accuracy = ([0-9.]+)% \((\d+)/(\d+)\) \(classification\)\n)")))
      << predicted.out;
  EXPECT_EQ(match[3], "120");
  EXPECT_GT(std::stod(match[1]), 95.0);

  // The accuracy claimed is the accuracy of the lines written.
  const Table table = read_table(directory / "a.csv");
  std::istringstream lines(read_bytes(directory / "out.txt"));
  std::string line;
  int correct = 0;
  std::size_t row = 0;
  for (; std::getline(lines, line); ++row) correct += line == table.columns[2].at(row) ? 1 : 0;
  EXPECT_EQ(row, 120U);
  EXPECT_EQ(std::to_string(correct), match[2]);
}

TEST(TrainPredict, PredictionsAreThoseOfTheLibrary) {
  const TemporaryDirectory directory;
  generate_file(directory, "friedman1", "a.csv", {"--rows", "80", "--noise", "0.5"});
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv"}).code, 0);
  const Outcome predicted = run(directory, {"predict", "a.csv", "a.csv.tkl"});
  ASSERT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_TRUE(std::regex_match(
      predicted.err, std::regex("Mean squared error = [0-9.e-]+ \\(regression\\)\n"
                                "Squared correlation coefficient = 0.9[0-9]* \\(regression\\)\n")))
      << predicted.err;

  const Model model = load_model(directory / "a.csv.tkl");
  const Table table = read_table(directory / "a.csv");
  const auto data = to_prediction_data(table, model.feature_names, model.target_name);
  std::string expected;
  for (const double value : model.predict(data.points)) expected += format_number(value) + '\n';
  EXPECT_EQ(predicted.out, expected);
}

TEST(TrainPredict, SaysWhereTimeIsTooShortForWhatPredictionsWillNeed) {
  const TemporaryDirectory directory;
  generate_file(directory, "friedman1", "a.csv", {"--rows", "300"});
  const std::string words = "there was no time for the cross-validation that intervals need";
  const Outcome hasty =
      run(directory, {"train", "-q", "-b", "1", "--time-limit", "0.01", "a.csv", "a.tkl"});
  EXPECT_EQ(hasty.code, 0) << hasty.err;
  EXPECT_NE(hasty.err.find(words), std::string::npos) << hasty.err;
  const Outcome slow =
      run(directory, {"train", "-q", "-b", "1", "--select", "none", "a.csv", "a.tkl"});
  EXPECT_EQ(slow.code, 0) << slow.err;
  EXPECT_EQ(slow.err.find(words), std::string::npos) << slow.err;
}

TEST(TrainPredict, ThreadsChangeNoBit) {
  const TemporaryDirectory directory;
  generate_file(directory, "canyon", "a.csv", {"--rows", "300", "--noise", "5"});
  ASSERT_EQ(
      run(directory, {"train", "--select", "none", "-q", "--threads", "1", "a.csv", "1.tkl"}).code,
      0);
  ASSERT_EQ(
      run(directory, {"train", "--select", "none", "-q", "--threads", "2", "a.csv", "2.tkl"}).code,
      0);
  EXPECT_TRUE(read_bytes(directory / "1.tkl") == read_bytes(directory / "2.tkl"));
  const Outcome one = run(directory, {"predict", "--threads", "1", "a.csv", "1.tkl"});
  const Outcome two = run(directory, {"predict", "--threads", "2", "a.csv", "1.tkl"});
  EXPECT_EQ(count_lines(one.out), 300U);
  EXPECT_EQ(one.out, two.out);
}

TEST(TrainPredict, LibsvmInputGivesTheModelOfTheCsv) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "60"});
  const Table table = read_table(directory / "a.csv");
  std::string text;
  for (std::size_t i = 0; i < 60; ++i) {
    text += table.columns[2][i] + " 1:" + table.columns[0][i] + " 2:" + table.columns[1][i] + '\n';
  }
  write_bytes(directory / "a.svm", text);
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "csv.tkl"}).code, 0);
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.svm", "svm.tkl"}).code, 0);
  EXPECT_TRUE(read_bytes(directory / "csv.tkl") == read_bytes(directory / "svm.tkl"));
  EXPECT_EQ(run(directory, {"predict", "-q", "a.svm", "csv.tkl"}).out,
            run(directory, {"predict", "-q", "a.csv", "svm.tkl"}).out);
}

TEST(TrainPredict, LibsvmTypeIsTheTask) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "40"});
  EXPECT_NE(run(directory, {"train", "--select", "none", "-s", "0", "a.csv"})
                .out.find("classification of"),
            std::string::npos);
  EXPECT_NE(run(directory, {"train", "--select", "none", "-s", "3", "-p", "0.2", "a.csv"})
                .out.find("regression of"),
            std::string::npos);
  EXPECT_EQ(load_model(directory / "a.csv.tkl").tube, 0.2);
}

TEST(TrainPredict, OptionsReachTheModel) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "40"});
  const auto kernel_of = [&](const Words& options) {
    Words words = {"train", "--select", "none", "a.csv", "m"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = run(directory, words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out.substr(0, outcome.out.find('\n', outcome.out.find('\n') + 1));
  };
  const auto expect_kernel = [&](const Words& options, const std::string& expected) {
    const std::string kernel = kernel_of(options);
    EXPECT_NE(kernel.find("kernel: " + expected), std::string::npos) << kernel;
  };
  expect_kernel({"--family", "tk", "-d", "2", "--tau", "0.01", "--bound", "0.25"},
                "tessellated, degree 2, basis x, box [-0.25, 1.25] in every feature, tau 0.01");
  expect_kernel({"--basis", "full", "--lower", "-1,-2", "--upper", "3"},
                "tessellated, degree 1, basis full, box [-1, 3] x [-2, 3], tau 0.001");
  expect_kernel({"--family", "polynomial", "-d", "3"}, "polynomial, degree 3, tau 0.001");
  expect_kernel({"--kernels", "gaussian:0.5,polynomial:2@1"},
                "kernels gaussian:0.5,polynomial:2@1, tau 0.001");
  const Outcome outcome = run(directory, {"train", "--select", "none", "-c", "3", "-e", "0.01",
                                          "--method", "frank-wolfe", "a.csv", "m"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Model model = load_model(directory / "m");
  EXPECT_EQ(model.cost, 3.0);
  EXPECT_EQ(model.certificate.tolerance, 0.01);
  EXPECT_EQ(model.certificate.method, Method::frank_wolfe);
}

/// Columns x and y, where y counts from 1 to `values` again and again.
std::string counted(int rows, int values, const std::string& suffix = "") {
  std::string text = "x,y\n";
  for (int i = 0; i < rows; ++i) {
    text += std::to_string(i * 37 % 101) + "," + std::to_string(1 + i % values) + suffix + "\n";
  }
  return text;
}

TEST(TrainPredict, HintsAtTargetsThatMayBeClasses) {
  const TemporaryDirectory directory;
  const auto says_hint = [&](const std::string& data, const Words& more,
                             const std::string& text = "regression: \"y\" has only 3") {
    write_bytes(directory / "a.csv", data);
    Words words = {"train", "--select", "none", "a.csv"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(directory, words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err.find(text) != std::string::npos;
  };
  EXPECT_TRUE(says_hint(counted(30, 3), {}));
  EXPECT_FALSE(says_hint(counted(30, 3), {"--task", "regression"}));
  EXPECT_FALSE(says_hint(counted(30, 3), {"--task", "classification"}));
  EXPECT_FALSE(says_hint(counted(30, 3), {"--quiet"}));
  EXPECT_FALSE(says_hint(counted(30, 3, ".5"), {}));
  EXPECT_FALSE(says_hint(counted(12, 3), {}));

  const std::string other = "classification: \"y\" is 1 or 2; if it is a quantity";
  EXPECT_TRUE(says_hint(counted(30, 2), {}, other));
  EXPECT_FALSE(says_hint(counted(30, 2), {"--task", "classification"}, other));
  EXPECT_FALSE(says_hint("x,y\n1,a\n2,b\n3,a\n4,b\n", {}, "hint"));
  EXPECT_FALSE(says_hint("x,y\n1,0\n2,1\n3,0\n4,1\n", {}, "hint"));
}

TEST(TrainPredict, SeveralClassesByAnyScheme) {
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv", counted(60, 4, "a"));
  const auto machines = [&](const Words& more) {
    Words words = {"train", "--select", "none", "--json", "a.csv"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run(directory, words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::smatch match;
    EXPECT_TRUE(std::regex_search(outcome.out, match, std::regex(R"("machines":(\d+))")));
    return match[1].str() + (load_model(directory / "a.csv.tkl").machines.front().P ==
                                     load_model(directory / "a.csv.tkl").machines.back().P
                                 ? " sharing"
                                 : "");
  };
  EXPECT_EQ(machines({}), "6");
  EXPECT_EQ(machines({"--multiclass", "ovr"}), "4");
  EXPECT_EQ(machines({"--shared-kernel"}), "6 sharing");
  EXPECT_EQ(machines({"--multiclass", "ovr", "--shared-kernel"}), "4 sharing");
}

TEST(Predict, CountsUnknownClassesAsWrongAndLeavesMissingOnesOut) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "40"});
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  write_bytes(directory / "b.csv", "x2,x1,target\n0,0,1\n0,0,other\n0,0,\n");
  EXPECT_EQ(run(directory, {"predict", "b.csv", "m", "out"}).out,
            "Accuracy = 50% (1/2) (classification)\n");
  EXPECT_EQ(read_bytes(directory / "out"), "1\n1\n1\n");
}

TEST(Predict, NeedsNoTarget) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "40"});
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  write_bytes(directory / "b.csv", "0,0\n0.9,0.9\n");
  const Outcome outcome = run(directory, {"predict", "b.csv", "m"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "1\n-1\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(Predict, WarnsOnceAColumnOfLevelsThatTrainingDidNotSee) {
  const TemporaryDirectory directory;
  write_bytes(directory / "a.csv",
              "b,kind,y\ntrue,cat,1\nfalse,dog,2.5\ntrue,dog,3\nfalse,cat,4.5\ntrue,cat,5\n");
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  // More rows than are read at a time.
  std::string rows = "b,kind\n";
  for (int i = 0; i < 10000; ++i) rows += "TRUE,cat\n";
  write_bytes(directory / "b.csv", rows + "True,bird\nFALSE,fish\nmaybe,dog\n");
  write_bytes(directory / "c.csv", "b,kind\n,cat\nFalse,dog\n");

  const Outcome warned = run(directory, {"predict", "b.csv", "m", "out.txt"});
  EXPECT_EQ(warned.code, 0);
  EXPECT_EQ(
      warned.err,
      "tkl: warning: column \"b\": 1 of 10003 rows has a level that training did not see, "
      "such as \"maybe\"; it counts as none of those known\n"
      "tkl: warning: column \"kind\": 2 of 10003 rows have a level that training did not see, "
      "such as \"bird\"; it counts as none of those known\n");
  EXPECT_EQ(warned.out, "");
  EXPECT_EQ(count_lines(read_bytes(directory / "out.txt")), 10003U);
  EXPECT_EQ(run(directory, {"predict", "-q", "b.csv", "m", "out.txt"}).err, "");
  EXPECT_EQ(run(directory, {"predict", "a.csv", "m", "out.txt"}).err, "");
  EXPECT_NE(
      run(directory, {"predict", "c.csv", "m", "out.txt"}).err.find("such as a missing value"),
      std::string::npos);
}

TEST(Predict, DecisionValuesHaveTheSignOfTheClass) {
  const TemporaryDirectory directory;
  generate_file(directory, "circle", "a.csv", {"--rows", "40"});
  ASSERT_EQ(run(directory, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  std::istringstream classes(run(directory, {"predict", "-q", "a.csv", "m"}).out);
  std::istringstream values(
      run(directory, {"predict", "-q", "--decision-values", "a.csv", "m"}).out);
  std::string label;
  double value = 0.0;
  int rows = 0;
  for (; classes >> label && values >> value; ++rows) EXPECT_EQ(label == "1", value > 0.0);
  EXPECT_EQ(rows, 40);
}

}  // namespace
}  // namespace tkl
