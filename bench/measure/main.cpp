// Measures tkl beside LIBSVM at one point of a table, and prints one JSON object. bench/compare asks
// for the points and makes a page of the answers.
#include <exception>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "measure/measurements.hpp"

namespace {

using tkl::Task;
using tkl::bench::Settings;

void add_options(CLI::App& app, Settings& settings) {
  app.add_option("--train", settings.train, "CSV file, target last");
  app.add_option("--test", settings.test, "CSV file, target last");
  app.add_option("--folder", settings.folder, "for the files of the prediction programs");
  app.add_option_function<std::string>(
         "--task",
         [&settings](const std::string& task) {
           settings.task = task == "regression" ? Task::regression : Task::classification;
         },
         "what the target is")
      ->check(CLI::IsMember({"regression", "classification"}));
  app.add_option("--cost", settings.cost);
  app.add_option("--tube", settings.tube);
  app.add_option("--tolerance", settings.tolerance, "relative gap of learning");
  app.add_option("--threads", settings.threads, "one number, or several to compare");
  app.add_option("--limit", settings.limit, "seconds after which a run of tkl is stopped");
  app.add_option("--reference-limit", settings.reference_limit, "and one of LIBSVM");
  app.add_option("--least", settings.repetitions.least, "repetitions at least");
  app.add_option("--most", settings.repetitions.most, "repetitions at most");
  app.add_option("--budget", settings.repetitions.budget, "seconds for all repetitions of a run");
}

}  // namespace

int main(int argc, char** argv) try {
  const std::map<std::string, nlohmann::ordered_json (*)(const Settings&)> verbs{
      {"opt-a", tkl::bench::measure_opt_a}, {"learning", tkl::bench::measure_learning},
      {"fit", tkl::bench::measure_fit},     {"prediction", tkl::bench::measure_prediction},
      {"peers", tkl::bench::measure_peers}, {"memory-speed", tkl::bench::measure_memory_speed}};
  CLI::App app("Measures tkl beside LIBSVM at one point of a table.");
  app.require_subcommand(1);
  Settings settings;
  for (const auto& [name, measure] : verbs) {
    CLI::App* verb = app.add_subcommand(name);
    add_options(*verb, settings);
    verb->callback(
        [&settings, measure = measure] { std::cout << measure(settings).dump() << '\n'; });
  }
  CLI11_PARSE(app, argc, argv);
  return 0;
} catch (const std::exception& error) {
  std::cerr << "tkl_measure: " << error.what() << '\n';
  return 1;
}
