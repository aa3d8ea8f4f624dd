#include "tkl/report.hpp"

#include <filesystem>
#include <iostream>
#include <limits>

#include "known_targets.hpp"
#include "options.hpp"
#include "paths.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"
#include "tkl/write_file.hpp"
#include "unseen_tally.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct Options {
  std::string model_file;
  std::string data_file;
  std::string output_file = "report.html";
  ReadOptions read;
  ReportOptions report;
  bool json = false;
};

void append(Matrix& all, Index& rows, const Matrix& more) {
  if (rows + more.rows() > all.rows()) {
    all.conservativeResize(std::max(2 * all.rows(), rows + more.rows()), more.cols());
  }
  all.middleRows(rows, more.rows()) = more;
  rows += more.rows();
}

/// The numbers of all rows; of their text only a piece is in memory at a time.
ReportData read_data(const Model& model, const Options& options) {
  constexpr Index piece = 8192;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  ReportData data;
  data.name = std::filesystem::path(options.data_file).filename().string();
  TableReader reader(options.data_file, options.read);
  std::vector<double> target;
  UnseenTally unseen(model.recipe);
  Index rows = 0;
  while (const std::optional<Table> table = reader.next(piece)) {
    const PredictionData part = to_prediction_data(*table, model.recipe, model.target_name);
    unseen.add(part.unseen);
    append(data.points, rows, part.points);
    for (std::size_t i = 0; i < static_cast<std::size_t>(part.points.rows()); ++i) {
      target.push_back(part.target
                           ? known_target(model, *table, i, (*part.target)[i]).value_or(unknown)
                           : unknown);
    }
  }
  unseen.warn(rows);
  data.points.conservativeResize(rows, Eigen::NoChange);
  data.target = Eigen::Map<const Vector>(target.data(), std::ssize(target));
  return data;
}

void run(const Options& options) {
  const std::filesystem::path page = std::filesystem::absolute(options.output_file);
  if (!options.json) {
    if (!has_report_page()) report_page({});  // says why
    std::vector<std::filesystem::path> inputs = {options.model_file};
    if (!options.data_file.empty()) inputs.emplace_back(options.data_file);
    require_writable(options.output_file, inputs);
  }
  const Model model = load_model(options.model_file);
  ReportOptions report = options.report;
  report.model_name = std::filesystem::path(options.model_file).filename().string();
  const ReportData data = options.data_file.empty() ? ReportData{} : read_data(model, options);
  if (options.json) {
    std::cout << report_json(model, data, report) << '\n';
    return;
  }
  write_file(options.output_file, report_page(model, data, report));
  std::cout << "The report is in " << page.lexically_normal().string() << "\n";
}

}  // namespace

int report_model(const Arguments& arguments) {
  Options options;
  Command command(
      "report",
      "Writes one page that shows what a model learned, how sure it is and where it fails:\n"
      "open it in any browser. It is complete in itself and needs no network.\n"
      "With data that have the target it shows errors too; new data are the honest ones.",
      "Example:\n  tkl report spirals.tkl test.csv -o report.html");
  command.argument("model", options.model_file, "file that tkl train has written", true);
  command.argument("data", options.data_file,
                   "CSV, TSV or LIBSVM file, best with rows that training\ndid not see", false);
  add_reading_options(command, options.read);
  command.section("Report");
  command.option("-o,--output", "FILE", "the page to write (default report.html)",
                 [&](const std::string& text) { options.output_file = text; });
  command.option("--interval", "SHARE",
                 "regression: draw intervals that hold the truth so often\n(default 0.9)",
                 [&](const std::string& text) {
                   const auto share = parse_number(text);
                   if (!share || !(*share > 0.0 && *share < 1.0)) {
                     throw UsageError("expected a number above 0 and below 1, not " + quote(text));
                   }
                   options.report.coverage = *share;
                 });
  command.seed("--seed", options.report.seed, "of the rows that are drawn where all are too many");
  add_threads_option(command, options.report.threads);
  command.flag("--json", options.json,
               "all numbers of the page as one JSON object on stdout,\nno page");
  if (!command.parse(arguments)) return exit_code::ok;
  if (command.given("data") && options.data_file.empty()) {
    throw UsageError("the name of the data file is empty");
  }
  run(options);
  return exit_code::ok;
}

}  // namespace tkl::cli
