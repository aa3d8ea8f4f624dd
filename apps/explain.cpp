#include "tkl/explain.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>

#include <nlohmann/json.hpp>

#include "known_targets.hpp"
#include "options.hpp"
#include "report_json.hpp"
#include "tkl/describe.hpp"
#include "tkl/error.hpp"
#include "unseen_tally.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct Options {
  std::string data_file;
  std::string model_file;
  ReadOptions read;
  ExplainOptions explain;
  bool json = false;
};

/// Points and targets of the rows whose target is known; of all rows, without targets, if none is.
struct Sample {
  Matrix points;
  Vector target;
};

Sample sample_of(const Model& model, const Table& table) {
  const PredictionData data = to_prediction_data(table, model.recipe, model.target_name);
  UnseenTally unseen(model.recipe);
  unseen.add(data.unseen);
  unseen.warn(table.rows());
  std::vector<Index> rows;
  std::vector<double> values;
  for (std::size_t i = 0; data.target && i < data.target->size(); ++i) {
    const auto truth = known_target(model, table, i, (*data.target)[i]);
    if (!truth) continue;
    rows.push_back(static_cast<Index>(i));
    values.push_back(*truth);
  }
  if (rows.empty()) return {data.points, {}};
  return {data.points(rows, Eigen::all),
          Eigen::Map<const Vector>(values.data(), std::ssize(values))};
}

nlohmann::ordered_json to_json(const Explanation& explanation, bool has_target) {
  nlohmann::ordered_json columns = nlohmann::ordered_json::array();
  for (const ColumnImportance& column : explanation.columns) {
    nlohmann::ordered_json row = {
        {"name", column.name}, {"main", column.main}, {"total", column.total}};
    if (column.shuffled) {
      row["shuffled"] = *column.shuffled;
      row["shuffled_deviation"] = column.shuffled_deviation;
    }
    columns.push_back(row);
  }
  nlohmann::ordered_json object = {
      {"rows", explanation.rows}, {"exact", explanation.exact}, {"columns", columns}};
  if (has_target) {
    object["metric"] = to_string(explanation.metric);
    object["loss"] = explanation.loss;
  }
  return object;
}

void print(const Explanation& explanation, bool has_target) {
  std::vector<ColumnImportance> columns = explanation.columns;
  std::stable_sort(columns.begin(), columns.end(),
                   [](const auto& a, const auto& b) { return a.total > b.total; });
  std::size_t width = 6;
  for (const ColumnImportance& column : columns) width = std::max(width, column.name.size());
  const auto padded = [&](std::string text) { return text.append(width - text.size() + 2, ' '); };
  std::cout << padded("column") << "  alone   total" << (has_target ? "    shuffled" : "") << '\n';
  for (const ColumnImportance& column : columns) {
    std::cout << padded(column.name) << printf_text("%6.1f%%", 100.0 * column.main)
              << printf_text(" %6.1f%%", 100.0 * column.total);
    if (column.shuffled) {
      std::cout << printf_text("   %+.4g", *column.shuffled) << " (sd "
                << short_number(column.shuffled_deviation) << ')';
    }
    std::cout << '\n';
  }
  std::cout
      << "\nalone, total: share of the prediction's variance that the column explains by itself, "
         "and with\ninteractions, "
      << (explanation.exact ? "exact" : "estimated") << " for independent columns as in "
      << explanation.rows << " rows.\n";
  if (has_target) {
    const bool score = larger_is_better(explanation.metric);
    std::cout << "shuffled: what shuffling the column adds to " << (score ? "1 - " : "the ")
              << to_string(explanation.metric) << ", which is " << short_number(explanation.loss)
              << ".\n";
  }
}

}  // namespace

int explain_model(const Arguments& arguments) {
  Options options;
  Command command(
      "explain",
      "Says which columns matter to a model: by how much its predictions vary with each\n"
      "of them, and if the data have the target, how much worse they get when a column\n"
      "is shuffled.",
      "Example:\n  tkl explain spirals.csv spirals.tkl");
  command.argument("data", options.data_file, "CSV, TSV or LIBSVM file", true);
  command.argument("model", options.model_file, "file that tkl train has written", true);
  add_reading_options(command, options.read);
  command.section("Explanation");
  constexpr int most = 1000;
  command.whole_number("--shuffles", options.explain.shuffles, 1, most, "of each column");
  command.seed("--seed", options.explain.seed, "of the shuffling");
  add_threads_option(command, options.explain.threads);
  command.flag("--json", options.json, "as one JSON object, columns in the order of the data");
  if (!command.parse(arguments)) return exit_code::ok;

  const Model model = load_model(options.model_file);
  const Sample sample = sample_of(model, read_table(options.data_file, options.read));
  const Explanation explanation = explain(model, sample.points, sample.target, options.explain);
  const bool has_target = sample.target.size() != 0;
  if (options.json) {
    print_json(to_json(explanation, has_target));
  } else {
    print(explanation, has_target);
  }
  return exit_code::ok;
}

}  // namespace tkl::cli
