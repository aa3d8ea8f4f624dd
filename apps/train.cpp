#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "cross_validation.hpp"
#include "describe.hpp"
#include "memory.hpp"
#include "paths.hpp"
#include "progress.hpp"
#include "report_json.hpp"
#include "signals.hpp"
#include "text.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct Training {
  const Dataset& data;
  const TrainingOptions& options;
  const FitResult& result;
  double read_seconds;
  std::string model_file;
};

FitResult fit_with_progress(const Dataset& data, const TrainingOptions& options) {
  ProgressDisplay display(options.quiet);
  FitOptions fit_options = options.fit;
  fit_options.learn.on_progress = [&](const Progress& progress) { display.show(progress); };
  fit_options.learn.stop = stop_requested;
  return fit(data, fit_options);
}

void print_memory_estimate(const Dataset& data, const FitOptions& options) {
  std::fprintf(stderr, "memory: at most %.0f MB planned, limit %.0f MB\n",
               estimated_memory(data.rows(), data.features(), options) / 1e6,
               options.memory_limit / 1e6);
}

void print_phases(const Training& training) {
  const PhaseSeconds& seconds = training.result.seconds;
  std::fprintf(stderr, "seconds: reading %.3f, kernel %.3f, SVM %.3f, step %.3f, total %.3f\n",
               training.read_seconds, seconds.kernel, seconds.svm, seconds.step, seconds.total);
  std::fprintf(stderr, "peak memory %.0f MB\n", peak_memory_mb());
}

void print_summary(const Training& training) {
  const Model& model = training.result.model;
  const ModelCertificate& certificate = model.certificate;
  std::cout << to_string(model.task) << " of " << quote(model.target_name) << ": "
            << training.data.rows() << " rows x " << training.data.features() << " features\n"
            << "kernel: " << describe_family(*model.family) << '\n'
            << to_string(certificate.status) << " after " << outer_iterations(certificate)
            << " iterations (" << certificate.inner_solves << " SVM solves), "
            << printf_text("%.2f", training.result.seconds.total) << " s\n"
            << "objective " << short_number(certificate.upper) << ", lower bound "
            << short_number(certificate.lower) << '\n'
            << describe_gap(certificate.relative_gap()) << '\n'
            << "support vectors: " << describe_support_vectors(model) << '\n'
            << "model written to " << training.model_file << '\n';
}

void print_report(const Training& training) {
  const Model& model = training.result.model;
  const ModelCertificate& certificate = model.certificate;
  const PhaseSeconds& seconds = training.result.seconds;
  nlohmann::ordered_json object;
  object["task"] = to_string(model.task);
  object["rows"] = training.data.rows();
  object["features"] = training.data.features();
  object["status"] = to_string(certificate.status);
  object["objective"] = finite_or_null(certificate.upper);
  object["lower_bound"] = finite_or_null(certificate.lower);
  object["relative_gap"] = finite_or_null(certificate.relative_gap());
  object["outer_iterations"] = outer_iterations(certificate);
  object["inner_solves"] = certificate.inner_solves;
  object["support_vectors"] = model.weights.size();
  object["seconds"] = {{"kernel", seconds.kernel},
                       {"svm", seconds.svm},
                       {"step", seconds.step},
                       {"total", seconds.total},
                       {"read", training.read_seconds}};
  object["peak_memory_mb"] = peak_memory_mb();
  object["parameters"] = parameters_to_json(training.options, model.task);
  object["model"] = training.model_file;
  print_json(object);
}

/// The exit code; a run that did not converge is reported even if it is to be quiet.
int conclude(const ModelCertificate& certificate) {
  if (certificate.status == Status::converged) return exit_code::ok;
  const double gap = certificate.relative_gap();
  warn("stopped before the tolerance was reached (" + std::string(to_string(certificate.status)) +
       "): relative gap " + (std::isfinite(gap) ? printf_text("%.1e", gap) : "unknown") +
       ", tolerance " + short_number(certificate.tolerance));
  return certificate.status == Status::interrupted ? exit_code::interrupted : exit_code::ok;
}

int run_training(const Command& command, const std::string& data_file,
                 const std::string& model_file, TrainingOptions& options) {
  require_writable(model_file, {data_file});
  double read_seconds = 0.0;
  const Dataset data = read_training_data(command, data_file, options, read_seconds);
  catch_stop_signals();
  if (options.verbose) print_memory_estimate(data, options.fit);
  const FitResult result = fit_with_progress(data, options);
  save_model(result.model, model_file);

  const Training training{data, options, result, read_seconds, model_file};
  if (options.verbose) print_phases(training);
  if (options.json) {
    print_report(training);
  } else if (!options.quiet) {
    print_summary(training);
  }
  return conclude(result.model.certificate);
}

}  // namespace

int train(const Arguments& arguments) {
  TrainingOptions options;
  std::string data_file;
  std::string model_file;
  Command command("train",
                  "Learns a kernel and its support vector machine from data, and writes a model.\n"
                  "Ctrl-C stops and saves the best model so far.",
                  "Examples:\n  tkl train spirals.csv spirals.tkl\n"
                  "  tkl train --task regression --tube 0.1 --target price --bound 0.2 houses.csv");
  command.argument("data", data_file, "CSV, TSV or LIBSVM file", true);
  command.argument("model", model_file, "file to write (default the data file's name + .tkl, here)",
                   false);
  add_training_options(command, options,
                       "only cross-validate, with so many parts; write no\nmodel");
  if (!command.parse(arguments)) return exit_code::ok;
  settle_training_options(command, options);
  if (command.given("--folds")) {
    if (!model_file.empty()) {
      throw UsageError("--folds only cross-validates and writes no model; leave out " +
                       quote(model_file) + " or --folds");
    }
    return run_cross_validation(command, data_file, options);
  }
  if (model_file.empty())
    model_file = std::filesystem::path(data_file).filename().string() + ".tkl";
  return run_training(command, data_file, model_file, options);
}

}  // namespace tkl::cli
