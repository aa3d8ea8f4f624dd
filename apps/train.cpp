#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <limits>

#include <nlohmann/json.hpp>

#include "cross_validation.hpp"
#include "memory.hpp"
#include "paths.hpp"
#include "progress.hpp"
#include "report_json.hpp"
#include "select_options.hpp"
#include "signals.hpp"
#include "team.hpp"
#include "text.hpp"
#include "tkl/describe.hpp"
#include "tkl/error.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct TrainOptions {
  TrainingOptions training;
  SelectionOptions selection;
};

struct Training {
  const TrainOptions& options;
  const FitResult& result;
  double read_seconds;
  std::string model_file;
};

std::string describe(const SearchProgress& progress, Metric metric) {
  std::string text(progress.stage);
  if (progress.done > 0) text += "  " + std::to_string(progress.done) + " fits";
  if (progress.seconds_to_go) {
    text += printf_text("  about %.0f s to go", *progress.seconds_to_go);
  }
  if (progress.best) {
    text += "  best " + std::string(to_string(metric)) + " " + short_number(*progress.best);
  }
  return text + printf_text("  %.1f s", progress.seconds);
}

/// The fit, and the options that it used.
template <class Data>
FitResult fit_with_progress(const Data& data, TrainOptions& options) {
  ProgressDisplay display(options.training.quiet);
  FitOptions fit_options = options.training.fit;
  fit_options.learn.on_progress = [&](const Progress& progress) { display.show(progress); };
  fit_options.learn.stop = stop_requested;
  if (!options.selection.strategy && !options.selection.reliability) {
    return fit(data, fit_options, this_team());
  }

  // Fits of the search run side by side; only the last has the display to itself.
  bool last = false;
  fit_options.learn.on_progress = [&](const Progress& progress) {
    if (last) display.show(progress);
  };
  SelectOptions select_options = options.selection.select;
  select_options.time_limit = fit_options.learn.time_limit;
  const Metric metric = select_options.metric.value_or(default_metric(data.task));
  select_options.on_progress = [&](const SearchProgress& progress) {
    last = progress.stage == last_stage;
    display.show(describe(progress, metric));
  };
  SearchResult result = select(data, fit_options, select_options, this_team());
  options.training.fit = result.options;
  return std::move(result.fit);
}

template <class Data>
void print_memory_estimate(const Data& data, const FitOptions& options) {
  std::fprintf(stderr, "memory: at most %.0f MB planned, limit %.0f MB\n",
               estimated_memory(data.rows(), data.features(), options, Data::residence) / 1e6,
               options.memory_limit / 1e6);
}

void print_residence(const Dataset& /*data*/) {}
void print_residence(const DatasetOnDisk& data) {
  std::fprintf(stderr, "rows: on disk, two scratch files of %.0f MB in %s\n",
               data.points->bytes() / 1e6, data.points->folder().string().c_str());
}

void print_phases(const Training& training) {
  const PhaseSeconds& seconds = training.result.seconds;
  std::fprintf(stderr, "seconds: reading %.3f, kernel %.3f, SVM %.3f, step %.3f, total %.3f\n",
               training.read_seconds, seconds.kernel, seconds.svm, seconds.step, seconds.total);
  std::fprintf(stderr, "peak memory %.0f MB\n", peak_memory_mb());
}

void print_search(const SearchRecord& search) {
  if (search.points.empty() || search.points[search.chosen].folds == 0) {
    std::cout << "search: stopped before the first result; the settings are a first guess\n";
    return;
  }
  const SearchPoint& chosen = search.points[search.chosen];
  std::cout << "search: " << search.points.size() << " settings, "
            << printf_text("%.1f", search.seconds) << " s; " << to_string(search.metric) << " "
            << short_number(chosen.mean) << " +- " << short_number(chosen.deviation) << " in "
            << chosen.folds << " folds";
  if (search.members.size() > 1) {
    std::cout << ", " << short_number(search.reached) << " the mean of " << search.members.size()
              << " models";
  }
  const bool complete = chosen.folds == search.folds;
  std::cout << (complete ? ", " + short_number(search.expected) + " corrected for the choice\n"
                         : ", stopped early\n");
  for (const SearchMember& member : search.members) {
    std::cout << "chosen: " << describe_settings(search.points[member.point])
              << (search.members.size() > 1 ? printf_text(", share %.2g", member.share) : "")
              << '\n';
  }
}

void print_summary(const Training& training) {
  const Model& model = training.result.model;
  const ModelCertificate& certificate = model.certificate;
  std::cout << to_string(model.task) << " of " << quote(model.target_name) << ": "
            << model.training_rows << " rows x " << std::ssize(model.feature_names)
            << " features\n";
  if (model.search) print_search(*model.search);
  std::cout << "kernel: " << describe_family(*model.family) << '\n'
            << to_string(certificate.status) << " after " << outer_iterations(certificate)
            << " iterations (" << certificate.inner_solves << " SVM solves), "
            << printf_text("%.2f", training.result.seconds.total) << " s\n"
            << "objective " << short_number(certificate.upper) << ", lower bound "
            << short_number(certificate.lower) << '\n'
            << describe_certificate(model) << '\n'
            << "support vectors: " << describe_support_vectors(model) << '\n';
  for (const Model& other : model.companions) {
    std::cout << "beside it: " << describe_family(*other.family) << "; "
              << describe_certificate(other) << "; " << other.support.size()
              << " support vectors\n";
  }
  std::cout << "model written to " << training.model_file << '\n';
}

void print_report(const Training& training) {
  const Model& model = training.result.model;
  const ModelCertificate& certificate = model.certificate;
  const PhaseSeconds& seconds = training.result.seconds;
  nlohmann::ordered_json object;
  object["task"] = to_string(model.task);
  object["rows"] = model.training_rows;
  object["features"] = std::ssize(model.feature_names);
  object["status"] = to_string(certificate.status);
  object["objective"] = finite_or_null(certificate.upper);
  object["lower_bound"] = finite_or_null(certificate.lower);
  object["relative_gap"] = finite_or_null(certificate.relative_gap());
  object["outer_iterations"] = outer_iterations(certificate);
  object["inner_solves"] = certificate.inner_solves;
  object["support_vectors"] = model.support.size();
  object["machines"] = model.machines.size();
  object["companions"] = model.companions.size();
  object["seconds"] = {{"kernel", seconds.kernel},
                       {"svm", seconds.svm},
                       {"step", seconds.step},
                       {"total", seconds.total},
                       {"read", training.read_seconds}};
  object["peak_memory_mb"] = peak_memory_mb();
  object["parameters"] = parameters_to_json(training.options.training, model.task);
  object["search"] = model.search ? search_to_json(*model.search) : nlohmann::ordered_json();
  object["model"] = training.model_file;
  print_json(object);
}

/// Of -b 1, which a time limit may be too short for.
void warn_of_missing_reliability(const Model& model) {
  const bool is_regression = model.task == Task::regression;
  if (is_regression ? model.held_out_errors.size() != 0 : model.calibration.has_value()) return;
  warn("there was no time for the cross-validation that " +
       std::string(is_regression ? "intervals" : "probabilities") +
       " need: tkl predict will have none; allow more time, or give --select none");
}

/// The exit code; a run that did not converge is reported even if it is to be quiet.
int conclude(const ModelCertificate& certificate) {
  if (certificate.status == Status::converged) return exit_code::ok;
  const double gap = certificate.relative_gap();
  const std::string why(to_string(certificate.status));
  if (gap <= certificate.tolerance) {
    warn("stopped early (" + why + "): the model is of what was known by then");
  } else {
    warn("stopped before the tolerance was reached (" + why + "): relative gap " +
         (std::isfinite(gap) ? printf_text("%.1e", gap) : "unknown") + ", tolerance " +
         short_number(certificate.tolerance));
  }
  return certificate.status == Status::interrupted ? exit_code::interrupted : exit_code::ok;
}

/// The model is safe: nothing is to be resumed.
void remove_checkpoints(const std::filesystem::path& file) {
  std::error_code ignored;
  std::filesystem::remove(search_checkpoint(file), ignored);
  std::filesystem::remove(file, ignored);
  for (int number = 1;; ++number) {
    std::filesystem::path next = file;
    next += "." + std::to_string(number);
    if (!std::filesystem::remove(next, ignored)) return;
  }
}

int run_training(const Command& command, const std::string& data_file,
                 const std::string& model_file, TrainOptions& options) {
  require_writable(model_file, {data_file});
  TrainingOptions& training_options = options.training;
  const bool speaks = this_team().rank() == 0;
  training_options.quiet = training_options.quiet || !speaks;
  training_options.fit.checkpoint = model_file + ".checkpoint";
  const std::filesystem::path& checkpoint = training_options.fit.checkpoint;
  if (training_options.fit.resume && !std::filesystem::exists(checkpoint) &&
      !std::filesystem::exists(search_checkpoint(checkpoint))) {
    throw Error(checkpoint.string() +
                ": there is no checkpoint to go on from; leave out --resume to begin anew");
  }
  double read_seconds = 0.0;
  const TrainingData training_data = read_training_data(command, data_file, training_options,
                                                        scratch_folder(model_file), read_seconds);
  catch_stop_signals();
  const FitResult result = std::visit(
      [&](const auto& data) {
        if (training_options.verbose && speaks) {
          print_memory_estimate(data, training_options.fit);
          print_residence(data);
        }
        return fit_with_progress(data, options);
      },
      training_data);
  if (!speaks) return exit_code::ok;
  save_model(result.model, model_file);
  remove_checkpoints(training_options.fit.checkpoint);

  const Training training{options, result, read_seconds, model_file};
  if (training_options.verbose) print_phases(training);
  if (training_options.json) {
    print_report(training);
  } else if (!training_options.quiet) {
    print_summary(training);
  }
  if (options.selection.reliability) warn_of_missing_reliability(result.model);
  return conclude(result.model.certificate);
}

}  // namespace

int train(const Arguments& arguments) {
  TrainOptions options;
  TrainingOptions& training = options.training;
  std::string data_file;
  std::string model_file;
  Command command("train",
                  "Learns a kernel and its support vector machine from data, and writes a model.\n"
                  "Settings that are not given are searched for. Ctrl-C stops and saves the best\n"
                  "model so far.",
                  "Examples:\n  tkl train spirals.csv spirals.tkl\n"
                  "  tkl train --target price --metric mae --time-limit 60 houses.csv\n"
                  "  tkl train --select none --family tk --bound 0.2 --cost 100 spirals.csv");
  command.argument("data", data_file, "CSV, TSV or LIBSVM file", true);
  command.argument("model", model_file, "file to write (default the data file's name + .tkl, here)",
                   false);
  add_selection_options(command, options.selection);
  add_seed_option(command, training.seed);
  add_training_options(command, training);
  command.option("-b", "0|1",
                 "1: make probabilities or intervals possible even with\n"
                 "--select none, by one cross-validation; a search does\n"
                 "so anyway",
                 [&](const std::string& text) {
                   if (text != "0" && text != "1") throw UsageError("expected 0 or 1");
                   options.selection.reliability = text == "1";
                 });
  bool only_validate = false;
  command.option("-v", "N",
                 "only cross-validate, with so many parts, as LIBSVM\ndoes; write no model",
                 [&](const std::string& text) {
                   training.folds = parse_whole_number(text, 2, std::numeric_limits<int>::max());
                   only_validate = true;
                 });
  if (!command.parse(with_class_weights(arguments))) return exit_code::ok;
  settle_training_options(command, training);
  settle_selection_options(command, options.selection);
  options.selection.select.seed = training.seed;
  if (only_validate) {
    if (!model_file.empty()) {
      throw UsageError("-v only cross-validates and writes no model; leave out " +
                       quote(model_file) + " or -v");
    }
    return run_cross_validation(command, data_file, training);
  }
  if (model_file.empty())
    model_file = std::filesystem::path(data_file).filename().string() + ".tkl";
  return run_training(command, data_file, model_file, options);
}

}  // namespace tkl::cli
