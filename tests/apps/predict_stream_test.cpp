#include <algorithm>
#include <chrono>
#include <regex>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "apps/bad_invocation.hpp"
#include "tkl/model.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using testing::count_lines;
using testing::good_files;
using testing::Outcome;
using testing::Process;
using testing::read_bytes;
using testing::run;
using testing::TemporaryDirectory;
using testing::Words;
using testing::write_bytes;

/// Rows for good.tkl, whose note spans two lines.
std::string rows_with_notes(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += format_number(0.001 * (i % 1000)) + ',' + format_number(0.007 * (i % 131)) +
            ",\"two\r\nlines\"\r\n";
  }
  return text;
}

const std::string header = "x1,x2,note\r\n";

std::string good_model() { return (good_files() / "good.tkl").string(); }

/// What the program has to write, by way of the whole table.
std::string expected_lines(const std::string& text) {
  const Model model = load_model(good_model());
  const Table table = parse_table(text, "a.csv");
  const auto data = to_prediction_data(table, model.feature_names, model.target_name);
  std::string lines;
  for (const double value : model.predict(data.points)) {
    lines += model.classes[static_cast<std::size_t>(value)] + '\n';
  }
  return lines;
}

/// A pipe that is fed and stays open, so that the program waits for more.
class Feeder {
 public:
  explicit Feeder(const testing::fs::path& pipe) : out_(pipe, std::ios::binary) {}
  void feed(const std::string& text) { out_ << text << std::flush; }
  void close() { out_.close(); }

 private:
  std::ofstream out_;
};

bool wait_for_temporary_file(const TemporaryDirectory& directory) {
  for (int i = 0; i < 6000; ++i) {
    for (const auto& [path, content] : directory.snapshot()) {
      if (path.find("/.tkl-") != std::string::npos && !content.empty()) return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(PredictStream, PiecesOfAnySizeGiveTheSameBits) {
  const std::string text = header + rows_with_notes(100);
  const Model model = load_model(good_model());
  const auto points_of = [&](const Table& table) {
    return to_prediction_data(table, model.feature_names, model.target_name).points;
  };
  const Vector whole = model.decision_values(points_of(parse_table(text, "a.csv")));
  for (const Index rows : {1, 2, 7, 1000}) {
    TableReader reader(text, "a.csv");
    Vector pieces(whole.size());
    Index done = 0;
    while (const auto table = reader.next(rows)) {
      pieces.segment(done, table->rows()) = model.decision_values(points_of(*table));
      done += table->rows();
    }
    EXPECT_EQ(done, whole.size());
    EXPECT_TRUE(pieces == whole) << rows;
  }
}

TEST(PredictStream, ManyPiecesGiveThePredictionsOfTheWholeTable) {
  const TemporaryDirectory directory;
  const std::string text = header + rows_with_notes(20000);
  write_bytes(directory / "a.csv", text);
  const Outcome outcome = run(directory, {"predict", "a.csv", good_model(), "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(read_bytes(directory / "out") == expected_lines(text));
}

TEST(PredictStream, DecisionValuesAreThoseOfTheLibrary) {
  const TemporaryDirectory directory;
  const std::string text = header + rows_with_notes(10000);
  write_bytes(directory / "a.csv", text);
  const Outcome outcome = run(directory, {"predict", "--decision-values", "a.csv", good_model()});
  const Model model = load_model(good_model());
  const auto data =
      to_prediction_data(parse_table(text, "a.csv"), model.feature_names, model.target_name);
  std::string expected;
  for (const double value : Vector(model.decision_values(data.points))) {
    expected += format_number(value) + '\n';
  }
  EXPECT_TRUE(outcome.out == expected);
}

TEST(PredictStream, QualityIsThatOfAllRows) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run(directory, {"generate", "circle", "--rows", "20000", "-o", "a.csv"}).code, 0);
  const Outcome outcome = run(directory, {"predict", "a.csv", good_model(), "out"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Table table = read_table(directory / "a.csv");
  std::string truth;
  for (const std::string& label : table.columns[2]) truth += label + '\n';
  const std::string lines = read_bytes(directory / "out");
  ASSERT_EQ(count_lines(lines), 20000U);
  // Line by line.
  std::istringstream a(lines);
  std::istringstream b(truth);
  int correct = 0;
  for (std::string x, y; std::getline(a, x) && std::getline(b, y);) correct += x == y ? 1 : 0;
  EXPECT_NE(outcome.out.find('(' + std::to_string(correct) + "/20000)"), std::string::npos)
      << outcome.out;
}

TEST(PredictStream, AnErrorInALateLineNamesItAndLeavesNoOutput) {
  const std::string good = header + rows_with_notes(20000);
  const std::vector<std::pair<std::string, std::string>> bad_lines = {
      {"1,abc,note\n", "a.csv:40002: column 2 (\"x2\"): \"abc\" is not a number"},
      {"1,2\n", "a.csv:40002: expected 3 fields as in line 1, found 2"},
      {"1,2,\"note\n", "a.csv:40002: column 3: the quotation that starts here never ends"},
      {std::string("1,\0002,note\n", 10), "a.csv:40002: a NUL byte"},
  };
  for (const auto& [line, message] : bad_lines) {
    const TemporaryDirectory directory;
    write_bytes(directory / "a.csv", good + line);
    write_bytes(directory / "out", "old");
    const auto before = directory.snapshot();
    for (const char* output : {"out", "new"}) {
      const Outcome outcome = run(directory, {"predict", "a.csv", good_model(), output});
      EXPECT_EQ(outcome.code, 1);
      EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
      EXPECT_TRUE(directory.snapshot() == before) << "files were written or changed";
    }
  }
}

TEST(PredictStream, LibsvmRowsNeedNotShowAllFeatures) {
  const TemporaryDirectory directory;
  std::string text;
  std::string table = "x1,x2,note\n";
  for (int i = 0; i < 9000; ++i) {
    text += i < 8500 ? "1 1:0.5\n" : "1 2:0.25\n";
    table += i < 8500 ? "0.5,0,\n" : "0,0.25,\n";
  }
  write_bytes(directory / "a.svm", text);
  const Outcome outcome = run(directory, {"predict", "-q", "a.svm", good_model()});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out == expected_lines(table));
}

TEST(PredictStream, ReadsAPipe) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
  const std::string text = header + rows_with_notes(20000);
  Process process(directory.path(), {"predict", "pipe", good_model(), "out"});
  Feeder feeder(directory / "pipe");
  feeder.feed(text);
  feeder.close();
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(read_bytes(directory / "out") == expected_lines(text));
}

/// Even while the program waits for its input.
TEST(PredictStream, AnInterruptLeavesNothingHalfWritten) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const TemporaryDirectory directory;
    ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
    const auto before = directory.snapshot();
    Process process(directory.path(), {"predict", "pipe", good_model(), "out"});
    Feeder feeder(directory / "pipe");
    feeder.feed(header + rows_with_notes(30000));
    ASSERT_TRUE(wait_for_temporary_file(directory));
    process.send(signal);
    EXPECT_EQ(process.wait().code, 1000 + signal);
    EXPECT_TRUE(directory.snapshot() == before) << "a file was left behind";
  }
}

TEST(PredictStream, SlowInputShowsProgress) {
  const TemporaryDirectory directory;
  ASSERT_EQ(mkfifo((directory / "pipe").c_str(), 0600), 0);
  for (const bool quiet : {false, true}) {
    Words words = {"predict", "pipe", good_model(), "out"};
    if (quiet) words.emplace_back("--quiet");
    Process process(directory.path(), words);
    Feeder feeder(directory / "pipe");
    feeder.feed(header + rows_with_notes(10000));
    std::this_thread::sleep_for(std::chrono::milliseconds(2200));
    feeder.feed(rows_with_notes(10000));
    feeder.close();
    const Outcome outcome = process.wait();
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::regex expected(quiet ? "" : "(\\d+ rows  \\d+\\.\\d s\n)+");
    EXPECT_TRUE(std::regex_match(outcome.err, expected)) << outcome.err;
  }
}

/// In kilobytes.
long peak_memory_of_prediction(const TemporaryDirectory& directory, int rows) {
  {
    std::ofstream out(directory / "a.csv");
    out << "x1,x2,target\n";
    for (int i = 0; i < rows; ++i) out << 1e-7 * i << ',' << 1e-3 * (i % 1000) << ",1\n";
  }
  const Outcome outcome = run(directory, {"predict", "-q", "a.csv", good_model(), "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(count_lines(read_bytes(directory / "out")), static_cast<std::size_t>(rows));
  return outcome.peak_kilobytes;
}

/// A table of 300,000 rows takes some 80 MB.
TEST(PredictStream, SlowManyRowsTakeNoMoreMemoryThanSome) {
  const TemporaryDirectory directory;
  const long some = peak_memory_of_prediction(directory, 20000);
  // The system counts what this process had when it started the program.
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  if (own.ru_maxrss > 50000) GTEST_SKIP() << "this process is too large to tell";
  EXPECT_LT(peak_memory_of_prediction(directory, 300000), std::max(some, own.ru_maxrss) + 10000);
}

}  // namespace
}  // namespace tkl
