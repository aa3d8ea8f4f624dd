#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "known_targets.hpp"
#include "metrics.hpp"
#include "options.hpp"
#include "paths.hpp"
#include "progress.hpp"
#include "quotes.hpp"
#include "report_json.hpp"
#include "signals.hpp"
#include "team.hpp"
#include "tkl/describe.hpp"
#include "tkl/error.hpp"
#include "tkl/model.hpp"
#include "tkl/write_file.hpp"
#include "unseen_tally.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct PredictOptions {
  std::string data_file;
  std::string model_file;
  std::string output_file;
  ReadOptions read;
  Threads threads;
  bool decision_values = false;
  bool probabilities = false;
  std::optional<double> interval;
  bool quiet = false;
  bool json = false;
};

/// Counts the rows whose target is known.
void compare(const Model& model, const Table& table, const std::vector<std::string>& target,
             const Vector& prediction, Metrics& metrics) {
  for (std::size_t i = 0; i < target.size(); ++i) {
    const auto truth = known_target(model, table, i, target[i]);
    if (truth) metrics.add(*truth, prediction(static_cast<Index>(i)));
  }
}

std::string spelled(const Model& model, double prediction) {
  return model.task == Task::classification ? model.classes[static_cast<std::size_t>(prediction)]
                                            : format_number(prediction);
}

/// A class as it stands in a line with other words.
std::string among_others(const std::string& label) { return in_quotes_if_needed(label, " \t\r\n"); }

/// One line a row: the prediction, or in its place the numbers, or both.
std::string lines_of(const Model& model, const Vector& prediction, const Matrix& numbers,
                     bool with_prediction) {
  std::string text;
  for (Index i = 0; i < prediction.size(); ++i) {
    const bool alone = numbers.cols() == 0;
    if (with_prediction) {
      const std::string word = spelled(model, prediction(i));
      text += alone ? word : among_others(word);
    }
    for (Index k = 0; k < numbers.cols(); ++k) {
      if (with_prediction || k > 0) text += ' ';
      text += format_number(numbers(i, k));
    }
    text += '\n';
  }
  return text;
}

/// The ends of the intervals around predictions.
Matrix intervals(const Model& model, const Vector& prediction, double coverage) {
  const double radius = model.interval_radius(coverage);
  Matrix ends(prediction.size(), 2);
  ends << prediction.array() - radius, prediction.array() + radius;
  return ends;
}

std::string to_lines(const PredictOptions& options, const Model& model, const Matrix& decisions,
                     const Vector& prediction) {
  if (options.decision_values) return lines_of(model, prediction, decisions, false);
  if (options.probabilities) {
    return lines_of(model, prediction, model.probabilities_from(decisions), true);
  }
  if (options.interval) {
    return lines_of(model, prediction, intervals(model, prediction, *options.interval), true);
  }
  return lines_of(model, prediction, {}, true);
}

/// As LIBSVM does: which column of probabilities belongs to which class.
std::string heading(const PredictOptions& options, const Model& model) {
  if (!options.probabilities) return {};
  std::string text = "labels";
  for (const std::string& name : model.classes) text += ' ' + among_others(name);
  return text + '\n';
}

/// Where the predictions go: to a file, which is there only once it is complete, or to the
/// standard output, or nowhere.
class Output {
 public:
  explicit Output(const PredictOptions& options)
      : to_stdout_(options.output_file.empty() && !options.json) {
    if (options.output_file.empty()) return;
    file_.emplace(options.output_file);
    if (!file_->temporary().empty()) remove_on_stop_signals(file_->temporary());
  }

  void write(const std::string& lines) {
    if (file_) file_->write(lines);
    if (!to_stdout_) return;
    std::cout << lines << std::flush;
    if (!std::cout) throw Error("cannot write to the standard output");
  }

  void commit() {
    if (file_) file_->commit();
  }

  /// Then there is nothing else to show how the work goes on.
  bool is_on_screen() const { return to_stdout_ && isatty(STDOUT_FILENO) != 0; }

 private:
  bool to_stdout_;
  std::optional<FileWriter> file_;
};

/// Shows on stderr how many rows are done, if it takes longer.
class RowProgress {
 public:
  explicit RowProgress(bool quiet) : display_(quiet) {}

  void show(Index rows) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin_;
    if (elapsed < std::chrono::seconds(2)) return;
    display_.show(std::to_string(rows) + " rows  " + printf_text("%.1f s", elapsed.count()));
  }

 private:
  ProgressDisplay display_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The number of rows. A piece of the data is in memory at a time.
Index predict_all(const PredictOptions& options, const Model& model, Output& output,
                  Metrics& metrics, UnseenTally& unseen) {
  const Team& team = this_team();
  RowProgress progress(options.quiet || output.is_on_screen() || team.rank() != 0);
  Index rows = 0;
  const auto predict_piece = [&](const Table& table) {
    const PredictionData wanted = to_prediction_data(table, model.recipe, model.target_name);
    unseen.add(wanted.unseen);
    const Matrix decisions = model.decision_values(wanted.points, options.threads);
    const Vector prediction = model.predict_from(decisions);
    if (wanted.target) compare(model, table, *wanted.target, prediction, metrics);
    output.write(to_lines(options, model, decisions, prediction));
    rows += table.rows();
    progress.show(rows);
  };
  if (team.rank() == 0) output.write(heading(options, model));
  if (team.size() > 1) {
    read_part(options.data_file, options.read, team, predict_piece);
    metrics.share(team);
    unseen.share(team);
    return static_cast<Index>(team.sum(static_cast<double>(rows)));
  }
  constexpr Index piece = 8192;
  TableReader data(options.data_file, options.read);
  while (const std::optional<Table> table = data.next(piece)) predict_piece(*table);
  return rows;
}

/// The file that a member of a team writes.
std::string part_of_output(const std::string& file, int rank) {
  return file + ".part" + std::to_string(rank);
}

/// Makes one file of those of all members, in their order.
void join_parts(const std::string& file, const Team& team) {
  FileWriter output(file);
  remove_on_stop_signals(output.temporary());
  std::string block(std::size_t{1} << 20U, '\0');
  for (int rank = 0; rank < team.size(); ++rank) {
    std::ifstream part(part_of_output(file, rank), std::ios::binary);
    while (part.read(block.data(), static_cast<std::streamsize>(block.size())) ||
           part.gcount() > 0) {
      output.write(std::string_view(block).substr(0, static_cast<std::size_t>(part.gcount())));
    }
  }
  output.commit();
  for (int rank = 0; rank < team.size(); ++rank) {
    std::error_code ignored;
    std::filesystem::remove(part_of_output(file, rank), ignored);
  }
}

void report(const PredictOptions& options, const Model& model, Index rows, const Metrics& metrics) {
  const bool has_truth = metrics.total() > 0;
  if (options.json) {
    nlohmann::ordered_json object =
        has_truth ? metrics.json() : nlohmann::ordered_json(nlohmann::ordered_json::object());
    object["task"] = to_string(model.task);
    object["rows"] = rows;
    object["output"] = options.output_file.empty() ? nlohmann::ordered_json()
                                                   : nlohmann::ordered_json(options.output_file);
    print_json(object);
  } else if (has_truth && !options.quiet) {
    (options.output_file.empty() ? std::cerr : std::cout) << metrics.prediction_text();
  }
}

void run(const PredictOptions& options) {
  if (!options.output_file.empty()) {
    require_writable(options.output_file, {options.data_file, options.model_file});
  }
  const Model model = load_model(options.model_file);
  if (options.decision_values && model.task == Task::regression) {
    throw UsageError("--decision-values is for classification, but the model is for regression");
  }
  if (options.probabilities) model.probabilities_from(Matrix::Zero(0, 1));  // or says why not
  if (options.interval) model.interval_radius(*options.interval);
  const Team& team = this_team();
  if (team.size() > 1 && options.output_file.empty()) {
    throw UsageError("several processes need a file to write to: name it behind the model");
  }
  PredictOptions own = options;
  if (team.size() > 1) own.output_file = part_of_output(options.output_file, team.rank());
  Output output(own);
  Metrics metrics(model.task);
  UnseenTally unseen(model.recipe);
  const Index rows = predict_all(options, model, output, metrics, unseen);
  output.commit();
  if (team.size() > 1) team.sum(0.0);  // all parts are written
  if (team.rank() != 0) return;
  if (team.size() > 1) join_parts(options.output_file, team);
  if (!options.quiet) unseen.warn(rows);
  report(options, model, rows, metrics);
}

}  // namespace

int predict(const Arguments& arguments) {
  PredictOptions options;
  Command command(
      "predict",
      "Applies a model to data, one prediction a line. If the data have the target too,\n"
      "it says how well the predictions meet it. Columns are found by name if the data\n"
      "have a header; others are ignored.",
      "Example:\n  tkl predict new.csv spirals.tkl predictions.txt");
  command.argument("data", options.data_file, "CSV, TSV or LIBSVM file", true);
  command.argument("model", options.model_file, "file that tkl train has written", true);
  command.argument("output", options.output_file,
                   "file to write; without it the predictions go to the\n"
                   "standard output and the quality to the standard error",
                   false);
  add_reading_options(command, options.read);
  command.section("Output");
  command.flag("--decision-values", options.decision_values,
               "classification: the value whose sign decides, instead\n"
               "of the class; positive means the second class of tkl\n"
               "info; of more classes one each, the largest decides");
  command.option("-b", "0|1",
                 "1: the probability of each class behind the class,\n"
                 "after a line that names them; names with blanks are\n"
                 "in quotes there",
                 [&](const std::string& text) {
                   if (text != "0" && text != "1") throw UsageError("expected 0 or 1");
                   options.probabilities = text == "1";
                 });
  command.option("--interval", "SHARE",
                 "regression: behind the prediction the ends of an\n"
                 "interval that holds the truth so often, such as 0.9",
                 [&](const std::string& text) {
                   const auto share = parse_number(text);
                   if (!share || !(*share > 0.0 && *share < 1.0)) {
                     throw UsageError("expected a number above 0 and below 1, not " + quote(text));
                   }
                   options.interval = *share;
                 });
  add_threads_option(command, options.threads);
  command.flag("-q,--quiet", options.quiet, "nothing but the predictions");
  command.flag("--json", options.json,
               "the quality as one JSON object; the predictions go to\nthe output file only");
  if (!command.parse(arguments)) return exit_code::ok;
  if (command.given("output") && options.output_file.empty()) {
    throw UsageError("the name of the file to write is empty");
  }
  if (int{options.decision_values} + int{options.probabilities} +
          int{options.interval.has_value()} >
      1) {
    throw UsageError("only one of --decision-values, -b 1 and --interval can be printed");
  }
  run(options);
  return exit_code::ok;
}

}  // namespace tkl::cli
