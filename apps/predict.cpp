#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>

#include "describe.hpp"
#include "metrics.hpp"
#include "options.hpp"
#include "paths.hpp"
#include "report_json.hpp"
#include "tkl/error.hpp"
#include "tkl/model.hpp"
#include "tkl/write_file.hpp"
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
  bool quiet = false;
  bool json = false;
};

/// The truth of one row as Model::predict would spell it, or nothing if it is not known.
std::optional<double> true_value(const Model& model, const Table& table, std::size_t row,
                                 const std::string& field) {
  constexpr std::array<std::string_view, 5> missing = {"", "?", "NA", "NaN", "nan"};
  if (std::find(missing.begin(), missing.end(), field) != missing.end()) return std::nullopt;
  if (model.task == Task::classification) {
    constexpr double no_class = -1.0;
    const auto index = class_index(model.classes, field);
    return index ? static_cast<double>(*index) : no_class;
  }
  const auto number = parse_number(field);
  if (number) return number;
  throw Error(table.source + ":" + std::to_string(table.lines[row]) + ": the target " +
              quote(field) + " is not a finite number; correct it or leave it empty");
}

/// Over the rows whose target is known; nothing if there are none.
std::optional<Metrics> compare(const Model& model, const Table& table, const PredictionData& data,
                               const Vector& prediction) {
  if (!data.target) return std::nullopt;
  std::vector<double> truth;
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.target->size(); ++i) {
    const auto value = true_value(model, table, i, (*data.target)[i]);
    if (!value) continue;
    truth.push_back(*value);
    rows.push_back(static_cast<Index>(i));
  }
  if (rows.empty()) return std::nullopt;
  return Metrics::of(model.task,
                     Eigen::Map<const Vector>(truth.data(), static_cast<Index>(truth.size())),
                     prediction(rows));
}

std::string lines_of(const Model& model, const Vector& values, bool as_classes) {
  std::string text;
  for (const double value : values) {
    text += as_classes ? model.classes[static_cast<std::size_t>(value)] : format_number(value);
    text += '\n';
  }
  return text;
}

void report(const PredictOptions& options, const Model& model, Index rows,
            const std::optional<Metrics>& metrics) {
  if (options.json) {
    nlohmann::ordered_json object =
        metrics ? metrics->json() : nlohmann::ordered_json(nlohmann::ordered_json::object());
    object["task"] = to_string(model.task);
    object["rows"] = rows;
    object["output"] = options.output_file.empty() ? nlohmann::ordered_json()
                                                   : nlohmann::ordered_json(options.output_file);
    print_json(object);
  } else if (metrics && !options.quiet) {
    (options.output_file.empty() ? std::cerr : std::cout) << metrics->prediction_text();
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
  const Table table = read_table(options.data_file, options.read);
  const PredictionData data = to_prediction_data(table, model.feature_names, model.target_name);
  const Vector prediction = model.predict(data.points, options.threads);
  const std::optional<Metrics> metrics = compare(model, table, data, prediction);

  const std::string lines =
      options.decision_values
          ? lines_of(model, model.decision_values(data.points, options.threads), false)
          : lines_of(model, prediction, model.task == Task::classification);
  if (!options.output_file.empty()) {
    write_file(options.output_file, lines);
  } else if (!options.json) {
    std::cout << lines << std::flush;
  }
  report(options, model, data.points.rows(), metrics);
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
               "of the class; positive means the second class of tkl info");
  add_threads_option(command, options.threads);
  command.flag("-q,--quiet", options.quiet, "nothing but the predictions");
  command.flag("--json", options.json,
               "the quality as one JSON object; the predictions go to\nthe output file only");
  if (!command.parse(arguments)) return exit_code::ok;
  if (command.given("output") && options.output_file.empty()) {
    throw UsageError("the name of the file to write is empty");
  }
  run(options);
  return exit_code::ok;
}

}  // namespace tkl::cli
