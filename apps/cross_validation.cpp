#include "cross_validation.hpp"

#include <chrono>
#include <cstdio>
#include <iostream>

#include <nlohmann/json.hpp>

#include "memory.hpp"
#include "metrics.hpp"
#include "progress.hpp"
#include "report_json.hpp"
#include "signals.hpp"
#include "text.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/describe.hpp"
#include "tkl/error.hpp"

namespace tkl::cli {

namespace {

/// Else a fold would have to learn from a single class.
void require_two_rows_a_class(const Dataset& data) {
  std::vector<int> rows(data.classes.size(), 0);
  for (Index i = 0; i < data.rows() && data.task == Task::classification; ++i) {
    if (data.weights.size() != 0 && data.weights(i) == 0.0) continue;
    ++rows[static_cast<std::size_t>(data.target(i))];
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] >= 2) continue;
    throw Error("only one row has the class " + quote(data.classes[k]) +
                "; cross-validation needs at least two of each class, of positive weight");
  }
}

CrossValidation validate_with_progress(const Dataset& data, const TrainingOptions& options) {
  ProgressDisplay display(options.quiet);
  const auto announce = [&](int completed) {
    display.set_prefix("fold " + std::to_string(completed + 1) + " of " +
                       std::to_string(options.folds) + "  ");
  };
  announce(0);
  FitOptions fit = options.fit;
  fit.learn.on_progress = [&](const Progress& progress) { display.show(progress); };
  fit.learn.stop = stop_requested;
  return cross_validate(data, fit, options.folds, options.seed, announce);
}

void require_complete(const CrossValidation& result, int folds) {
  if (result.completed == folds) return;
  throw Error("the time limit ended the cross-validation after " +
              std::to_string(result.completed) + " of " + std::to_string(folds) +
              " folds; raise --time-limit");
}

}  // namespace

int run_cross_validation(const Command& command, const std::string& data_file,
                         TrainingOptions& options) {
  double read_seconds = 0.0;
  const Dataset data = read_into_memory(command, data_file, options, read_seconds);
  if (options.folds > data.rows()) {
    throw UsageError("--folds: there are only " + std::to_string(data.rows()) + " rows");
  }
  require_two_rows_a_class(data);
  const auto begin = std::chrono::steady_clock::now();
  catch_stop_signals();
  const CrossValidation result = validate_with_progress(data, options);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (stop_requested()) {
    warn("interrupted: no result of the cross-validation");
    return exit_code::interrupted;
  }
  require_complete(result, options.folds);
  if (result.status != Status::converged) {
    warn("not every fold reached the tolerance (" + std::string(to_string(result.status)) + ")");
  }
  if (options.verbose) {
    std::fprintf(stderr, "seconds: reading %.3f, folds %.3f\n", read_seconds, seconds.count());
  }
  Metrics metrics(data.task);
  for (Index i = 0; i < data.rows(); ++i) metrics.add(data.target(i), result.prediction(i));
  if (!options.json) {
    std::cout << metrics.cross_validation_text();
    return exit_code::ok;
  }
  nlohmann::ordered_json object = metrics.json();
  object["status"] = to_string(result.status);
  object["task"] = to_string(data.task);
  object["rows"] = data.rows();
  object["features"] = data.features();
  object["folds"] = options.folds;
  object["seconds"] = {{"total", seconds.count()}, {"read", read_seconds}};
  object["peak_memory_mb"] = peak_memory_mb();
  object["parameters"] = parameters_to_json(options, data.task);
  print_json(object);
  return exit_code::ok;
}

}  // namespace tkl::cli
