#include <cmath>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "apps/run.hpp"
#include "tkl/generate.hpp"
#include "tkl/model.hpp"
#include "tkl/report.hpp"
#include "tkl/table.hpp"
#include "tkl/version.hpp"

namespace tkl {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::Process;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::write_bytes;

void expect_keys(const json& object, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) EXPECT_TRUE(object.contains(key)) << key;
}

class Verbs : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run(directory_, {"generate", "circle", "--rows", "60", "-o", "a.csv"}).code, 0);
    ASSERT_EQ(run(directory_, {"generate", "step", "--rows", "50", "-o", "b.csv"}).code, 0);
  }
  TemporaryDirectory directory_;
};

TEST_F(Verbs, ClassWeightsCanBeSpelledAsInLibsvm) {
  const auto trained = [&](std::vector<std::string> options, const std::string& model) {
    options.insert(options.begin(), {"train", "--select", "none", "-q", "a.csv", model});
    EXPECT_EQ(run(directory_, options).code, 0);
    const Outcome info = run(directory_, {"info", "--json", model});
    return json::parse(info.out)["certificate"]["objective"].get<double>();
  };
  const double plain = trained({}, "plain.tkl");
  const Model model = load_model(directory_.path() / "plain.tkl");
  const double ours = trained({"--class-weights", model.classes[0] + "=3"}, "ours.tkl");
  const double theirs = trained({"-w" + model.classes[0], "3"}, "theirs.tkl");
  EXPECT_EQ(ours, theirs);
  EXPECT_NE(ours, plain);
  EXPECT_EQ(run(directory_, {"train", "a.csv", "-w1"}).code, 2);
}

/// Three classes, one with a comma and one with blanks and quotes.
std::string hard_labels() {
  std::string text = "x,k,class\n";
  for (int i = 0; i < 45; ++i) {
    text += std::to_string(i) + "," + std::to_string(i % 2) + ",";
    text += i < 15 ? "\"a,b\"\n" : i < 30 ? "plain\n" : "\"New \"\"York\"\"\"\n";
  }
  return text;
}

TEST_F(Verbs, ClassWeightsAreForAnyLabel) {
  write_bytes(directory_ / "c.csv", hard_labels());
  const auto trained = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"train", "--select", "none", "-q", "c.csv", "c.tkl"});
    const Outcome outcome = run(directory_, options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return read_bytes(directory_ / "c.tkl");
  };
  // What weights do is seen by a column of weights.
  std::string weighted = "x,k,w,class\n";
  const Table table = parse_table(hard_labels(), "c.csv");
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const std::string& label = table.columns[2][i];
    weighted += table.columns[0][i] + "," + table.columns[1][i] +
                (label == "a,b"     ? ",2"
                 : label == "plain" ? ",1"
                                    : ",3");
    weighted += label == "a,b"     ? ",\"a,b\"\n"
                : label == "plain" ? ",plain\n"
                                   : ",\"New \"\"York\"\"\"\n";
  }
  const std::string both = trained({"-wa,b", "2", "-wNew \"York\"", "3"});
  EXPECT_EQ(trained({"--class-weights", "\"a,b\"=2,\"New \"\"York\"\"\"=3"}), both);
  EXPECT_NE(trained({}), both);
  write_bytes(directory_ / "c.csv", weighted);
  EXPECT_EQ(trained({"--weights", "w"}), both);
  const Outcome unknown = run(directory_, {"train", "-q", "c.csv", "-wa,c", "2"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("there is no class \"a,c\""), std::string::npos) << unknown.err;
}

TEST_F(Verbs, ColumnsDeclaredCategoricalMayHaveCommasInTheirNames) {
  write_bytes(directory_ / "c.csv", "\"a,b\",c,y\n1,3,1\n2,3,2\n1,4,3.5\n2,4,4\n");
  const Outcome outcome = run(directory_, {"train", "--select", "none", "-q", "c.csv", "c.tkl",
                                           "--categorical", "\"a,b\",c"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(load_model(directory_ / "c.tkl").feature_names,
            (std::vector<std::string>{"a,b=1", "a,b=2", "c=3", "c=4"}));
}

TEST_F(Verbs, LabelsAreInQuotesWhereLinesWouldBeAmbiguous) {
  write_bytes(directory_ / "c.csv", hard_labels());
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "-b", "1", "c.csv", "c.tkl"}).code,
            0);
  const std::string york = "\"New \"\"York\"\"\"";
  const std::string lines = run(directory_, {"predict", "-q", "-b", "1", "c.csv", "c.tkl"}).out;
  EXPECT_TRUE(lines.starts_with("labels " + york + " a,b plain\na,b 0")) << lines;
  EXPECT_NE(lines.find("\n" + york + " 0."), std::string::npos) << lines;
  // A label alone in its line needs no quotes, and is what the data have.
  const std::string plain = run(directory_, {"predict", "-q", "c.csv", "c.tkl"}).out;
  EXPECT_NE(plain.find("\nNew \"York\"\n"), std::string::npos) << plain;
}

TEST_F(Verbs, ExplainRanksColumns) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "b.csv", "b.tkl"}).code, 0);
  const Outcome text = run(directory_, {"explain", "b.csv", "b.tkl"});
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("shuffled"), std::string::npos);
  const json object = json::parse(run(directory_, {"explain", "--json", "b.csv", "b.tkl"}).out);
  expect_keys(object, {"rows", "exact", "columns", "metric", "loss"});
  expect_keys(object["columns"][0], {"name", "main", "total", "shuffled", "shuffled_deviation"});
  EXPECT_TRUE(object["exact"].get<bool>());
  // Without the target there is nothing to compare shuffled predictions with.
  const Model model = load_model(directory_.path() / "b.tkl");
  std::string bare = model.feature_names[0];
  for (std::size_t k = 1; k < model.feature_names.size(); ++k) bare += "," + model.feature_names[k];
  bare += "\n";
  for (const char* value : {"0.1", "0.5", "0.9"}) {
    bare += value;
    for (std::size_t k = 1; k < model.feature_names.size(); ++k) bare += std::string(",") + value;
    bare += "\n";
  }
  write_bytes(directory_.path() / "bare.csv", bare);
  const json without = json::parse(run(directory_, {"explain", "--json", "bare.csv", "b.tkl"}).out);
  EXPECT_FALSE(without["columns"][0].contains("shuffled"));
}

TEST_F(Verbs, ReportHasTheNumbersOfPredict) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "b.csv", "b.tkl"}).code, 0);
  const json report = json::parse(run(directory_, {"report", "--json", "b.tkl", "b.csv"}).out);
  const json predicted =
      json::parse(run(directory_, {"predict", "--json", "b.csv", "b.tkl", "out.txt"}).out);
  const double expected = predicted["mean_squared_error"];
  EXPECT_NEAR(report["quality"]["mean_squared_error"], expected, 1e-12 * expected);
  EXPECT_EQ(report["model"]["name"], "b.tkl");
  EXPECT_EQ(report["data"]["name"], "b.csv");
}

TEST_F(Verbs, ReportIsOnePageOrSaysWhatIsMissing) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "a.csv", "a.tkl"}).code, 0);
  const Outcome written = run(directory_, {"report", "a.tkl", "-o", "page.html"});
  if (has_report_page()) {
    EXPECT_EQ(written.code, 0);
    EXPECT_NE(written.out.find("page.html"), std::string::npos);
    const std::string page = read_bytes(directory_ / "page.html");
    EXPECT_TRUE(page.starts_with("<!doctype html>"));
    EXPECT_EQ(page.find("\"the report's data\""), std::string::npos);
    const std::string model = read_bytes(directory_ / "a.tkl");
    const Outcome refused = run(directory_, {"report", "a.tkl", "-o", "a.tkl"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find("would be overwritten"), std::string::npos);
    EXPECT_EQ(read_bytes(directory_ / "a.tkl"), model);
  } else {
    EXPECT_EQ(written.code, 1);
    EXPECT_NE(written.err.find("nodejs npm"), std::string::npos);
  }
}

TEST_F(Verbs, PlaygroundIsOnePageOrSaysWhatIsMissing) {
  const Outcome written = run(directory_, {"playground", "-o", "play.html"});
  if (written.code == 0) {
    EXPECT_TRUE(read_bytes(directory_ / "play.html").starts_with("<!doctype html>"));
  } else {
    EXPECT_EQ(written.code, 1);
    EXPECT_NE(written.err.find("make playground"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(directory_ / "play.html"));
  }
}

TEST_F(Verbs, AMeanOfModelsIsShownModelByModel) {
  // Whether a mean is better than its best model is close to even on such data.
  Outcome mean;
  Model model;
  for (int seed = 1; seed <= 10 && model.companions.empty(); ++seed) {
    ASSERT_EQ(run(directory_, {"generate", "friedman1", "--rows", "120", "--noise", "1", "--seed",
                               std::to_string(seed), "-o", "f.csv"})
                  .code,
              0);
    mean = run(directory_, {"train", "f.csv", "mean"});
    ASSERT_EQ(mean.code, 0) << mean.err;
    model = load_model(directory_ / "mean");
  }
  ASSERT_GT(model.companions.size(), 0U);
  EXPECT_NE(mean.out.find("the mean of " + std::to_string(model.companions.size() + 1) + " models"),
            std::string::npos);
  const std::string text = run(directory_, {"info", "mean"}).out;
  EXPECT_NE(text.find("--- another model, with a share of"), std::string::npos);
  const json object = json::parse(run(directory_, {"info", "--json", "mean"}).out);
  ASSERT_EQ(object["companions"].size(), model.companions.size());
  EXPECT_EQ(object["companions"][0]["share"], model.companions[0].share);
  EXPECT_EQ(object["search"]["members"].size(), model.companions.size() + 1);

  ASSERT_EQ(run(directory_, {"train", "-q", "--models", "1", "f.csv", "single"}).code, 0);
  EXPECT_TRUE(load_model(directory_ / "single").companions.empty());
  EXPECT_EQ(run(directory_, {"train", "--select", "none", "--models", "2", "f.csv", "x"}).code, 2);
}

TEST_F(Verbs, WarpedFeaturesAreMarked) {
  std::string skewed = "x,target\n";
  for (int i = 0; i < 30; ++i) {
    skewed += std::to_string(std::exp(0.3 * i)) + "," + std::to_string(i % 7) + "\n";
  }
  write_bytes(directory_.path() / "skewed.csv", skewed);
  for (const std::string warp : {"no", "yes"}) {
    ASSERT_EQ(run(directory_, {"train", "-q", "--task", "regression", "--select", "none", "--warp",
                               warp, "skewed.csv", "m"})
                  .code,
              0);
    const std::string text = run(directory_, {"info", "m"}).out;
    EXPECT_EQ(text.find(", warped") != std::string::npos, warp == "yes");
  }
}

TEST_F(Verbs, PrincipalAxesAreShown) {
  std::string together = "whole,part,target\n";
  for (int i = 0; i < 40; ++i) {
    together += std::to_string(i) + "," + std::to_string(i + i % 3) + "," +
                std::to_string(i % 3 + 0.5) + "\n";
  }
  write_bytes(directory_.path() / "together.csv", together);
  for (const std::string axes : {"features", "principal"}) {
    ASSERT_EQ(run(directory_, {"train", "-q", "--task", "regression", "--select", "none", "--axes",
                               axes, "together.csv", "m"})
                  .code,
              0);
    const bool turned = axes == "principal";
    const std::string text = run(directory_, {"info", "m"}).out;
    EXPECT_EQ(text.find("along principal axes") != std::string::npos, turned);
    EXPECT_EQ(text.find("axis 2") != std::string::npos, turned);
    const std::string described = run(directory_, {"info", "--json", "m"}).out;
    EXPECT_NE(described.find("\"axes\":\"" + axes + "\""), std::string::npos) << described;
    EXPECT_EQ(run(directory_, {"explain", "together.csv", "m"}).code, 0);
    EXPECT_EQ(run(directory_, {"report", "m", "together.csv", "-o", "r.html"}).code, 0);
  }
  EXPECT_EQ(run(directory_, {"train", "--axes", "none", "together.csv", "x"}).code, 2);
}

TEST_F(Verbs, HelpIsEverywhere) {
  const Outcome outcome = run(directory_, {"--help"});
  EXPECT_EQ(outcome.code, 0);
  for (const std::string verb :
       {"train", "predict", "cv", "info", "explain", "report", "playground", "generate"}) {
    EXPECT_NE(outcome.out.find("\n  " + verb), std::string::npos) << verb;
    const Outcome help = run(directory_, {verb, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_NE(help.out.find("Usage: tkl " + verb + " [options]"), std::string::npos) << help.out;
    EXPECT_NE(help.out.find("\n  tkl " + verb + " "), std::string::npos) << "no example";
  }
}

TEST_F(Verbs, NothingAtAllIsAUsageError) {
  const Outcome outcome = run(directory_, {});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("Usage: tkl VERB"), std::string::npos);
}

TEST_F(Verbs, Version) {
  EXPECT_EQ(run(directory_, {"--version"}).out, "tkl " + std::string(version) + "\n");
}

TEST_F(Verbs, GenerateWritesTheLibrarysData) {
  const Outcome outcome =
      run(directory_, {"generate", "canyon", "--rows", "20", "--noise", "2", "--seed", "7"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find('\n')), "east,north,height");
  const Dataset written = to_dataset(parse_table(outcome.out, "stdout"));
  const Dataset expected = generate("canyon", {20, 2.0, 7});
  EXPECT_EQ(written.points, expected.points);
  EXPECT_EQ(written.target, expected.target);
}

TEST_F(Verbs, GenerateListsEveryName) {
  const std::string list = run(directory_, {"generate", "--list"}).out;
  for (const Generator& generator : generators()) {
    EXPECT_NE(list.find(generator.name), std::string::npos) << generator.name;
  }
}

TEST_F(Verbs, TrainReportsAsJson) {
  const Outcome outcome = run(directory_, {"train", "--select", "none", "--json", "a.csv", "m"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json report = json::parse(outcome.out);
  expect_keys(report, {"objective", "lower_bound", "relative_gap", "status", "outer_iterations",
                       "inner_solves", "support_vectors", "seconds", "peak_memory_mb", "parameters",
                       "rows", "features", "task", "model"});
  expect_keys(report["seconds"], {"kernel", "svm", "step", "total", "read"});
  expect_keys(report["parameters"],
              {"task",       "family",          "degree",  "basis",      "bound",
               "lower",      "upper",           "tau",     "raw_kernel", "cost",
               "tube",       "raw_target",      "method",  "tolerance",  "max_iterations",
               "time_limit", "memory_limit_mb", "threads", "seed",       "target",
               "format",     "header"});
  const Model model = load_model(directory_ / "m");
  EXPECT_EQ(report["objective"], model.certificate.upper);
  EXPECT_EQ(report["lower_bound"], model.certificate.lower);
  EXPECT_EQ(report["support_vectors"], model.machines[0].weights.size());
  EXPECT_EQ(report["status"], "converged");
  EXPECT_LE(report["relative_gap"].get<double>(), 1e-3);
  EXPECT_GT(report["peak_memory_mb"].get<double>(), 1.0);
  EXPECT_EQ(report["rows"], 60);
}

TEST_F(Verbs, QuietTrainingSaysNothing) {
  const Outcome outcome = run(directory_, {"train", "--select", "none", "-q", "a.csv"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_TRUE(testing::fs::exists(directory_ / "a.csv.tkl"));
}

TEST_F(Verbs, VerboseTrainingShowsMemoryAndPhases) {
  const std::string err =
      run(directory_, {"train", "--select", "none", "--verbose", "-m", "500", "a.csv"}).err;
  EXPECT_TRUE(
      std::regex_search(err, std::regex("memory: at most \\d+ MB planned, limit 500 MB\n")));
  EXPECT_TRUE(std::regex_search(err, std::regex("seconds: reading [0-9.]+, kernel [0-9.]+, SVM")));
  EXPECT_TRUE(std::regex_search(err, std::regex("peak memory \\d+ MB\n")));
}

TEST_F(Verbs, CrossValidationSpeaksAsLibsvmDoes) {
  const Outcome classes = run(directory_, {"cv", "-q", "a.csv"});
  EXPECT_EQ(classes.err, "");
  EXPECT_TRUE(std::regex_match(classes.out, std::regex("Cross Validation Accuracy = [0-9.]+%\n")))
      << classes.out;
  const std::string by_train =
      run(directory_, {"train", "--select", "none", "-v", "5", "-q", "a.csv"}).out;
  EXPECT_EQ(by_train, classes.out);
  EXPECT_FALSE(testing::fs::exists(directory_ / "a.csv.tkl"));
  const Outcome values = run(directory_, {"cv", "-v", "4", "b.csv"});
  EXPECT_TRUE(std::regex_match(
      values.out, std::regex("Cross Validation Mean squared error = [0-9.e-]+\n"
                             "Cross Validation Squared correlation coefficient = [0-9.e-]+\n")))
      << values.out;
}

TEST_F(Verbs, CrossValidationFollowsTheSeed) {
  const auto error = [&](const std::string& seed) {
    return run(directory_, {"cv", "-q", "--seed", seed, "b.csv"}).out;
  };
  EXPECT_EQ(error("3"), error("3"));
  EXPECT_NE(error("3"), error("4"));
}

TEST_F(Verbs, CrossValidationReportsAsJson) {
  const json report = json::parse(run(directory_, {"cv", "--json", "a.csv"}).out);
  expect_keys(report, {"accuracy", "correct", "total", "status", "folds", "seconds", "parameters"});
  EXPECT_EQ(report["total"], 60);
  EXPECT_NEAR(report["accuracy"].get<double>(), 100.0 * report["correct"].get<double>() / 60.0,
              1e-9);
}

TEST_F(Verbs, PredictReportsAsJson) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "b.csv", "m"}).code, 0);
  const json report = json::parse(run(directory_, {"predict", "--json", "b.csv", "m", "out"}).out);
  expect_keys(report, {"mean_squared_error", "squared_correlation", "total", "rows", "task"});
  EXPECT_EQ(report["output"], "out");
  EXPECT_EQ(testing::count_lines(read_bytes(directory_ / "out")), 50U);
}

TEST_F(Verbs, InfoShowsTheModel) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "b.csv", "m"}).code, 0);
  const Outcome outcome = run(directory_, {"info", "m"});
  EXPECT_EQ(outcome.code, 0);
  for (const char* word :
       {"regression", "\"target\"", "\"x1\" from", "tessellated, degree 1", "trace 4", "universal",
        "yes: P > 0", "standard deviations", "support vectors", "intercept", "certified: within",
        "newton", "\n  tolerance       0.001\n"}) {
    EXPECT_NE(outcome.out.find(word), std::string::npos) << word << "\n" << outcome.out;
  }
  const Model model = load_model(directory_ / "m");
  const std::string history = run(directory_, {"info", "--history", "m"}).out;
  EXPECT_EQ(testing::count_lines(history), model.certificate.history.size() + 1);
}

TEST_F(Verbs, InfoHasEverythingAsJson) {
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "a.csv", "m"}).code, 0);
  const json report = json::parse(run(directory_, {"info", "--json", "m"}).out);
  const Model model = load_model(directory_ / "m");
  ASSERT_EQ(report["machines"][0]["P"].size(),
            static_cast<std::size_t>(model.machines[0].P.rows()));
  EXPECT_EQ(report["machines"][0]["P"][1][2], model.machines[0].P(1, 2));
  EXPECT_EQ(report["classes"], json({"-1", "1"}));
  EXPECT_EQ(report["certificate"]["history"].size(), model.certificate.history.size());
  EXPECT_EQ(report["machines"][0]["weights"].size(),
            static_cast<std::size_t>(model.machines[0].weights.size()));
  double sum = 0.0;
  for (const json& value : report["machines"][0]["eigenvalues"]) sum += value.get<double>();
  EXPECT_NEAR(sum, report["machines"][0]["trace"].get<double>(), 1e-9);
}

TEST_F(Verbs, NamesOfAnyBytesDoNotBreakJson) {
  write_bytes(directory_ / "c.csv", "\xffx,t\xfe\n1,a\n2,\xfd\n3,a\n4,\xfd\n");
  ASSERT_EQ(run(directory_, {"train", "--select", "none", "-q", "c.csv", "m"}).code, 0);
  const json report = json::parse(run(directory_, {"info", "--json", "m"}).out);
  EXPECT_EQ(report["features"][0]["name"], "\xEF\xBF\xBDx");
}

TEST_F(Verbs, ALimitIsNoFailureButAWarning) {
  const Outcome outcome = run(directory_, {"train", "--select", "none", "-q", "--json",
                                           "--max-iterations", "1", "a.csv", "m"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(json::parse(outcome.out)["status"], "iteration limit");
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("tkl: warning: stopped before the tolerance was reached \\(iteration "
                              "limit\\): relative gap [0-9.e+-]+, tolerance 0.001")))
      << outcome.err;
  EXPECT_NO_THROW(load_model(directory_ / "m"));
}

TEST_F(Verbs, AFullDiskIsReported) {
  if (!testing::fs::exists("/dev/full")) GTEST_SKIP();
  Process process(directory_.path(), {"generate", "step"}, "/dev/full");
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("cannot write to the standard output"), std::string::npos);
}

}  // namespace
}  // namespace tkl
