#include "tkl/generate.hpp"

#include <filesystem>
#include <iostream>

#include "paths.hpp"
#include "tkl/table.hpp"
#include "tkl/write_file.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

std::string to_csv(const Dataset& data) {
  std::string text;
  for (const std::string& name : data.feature_names) text += name + ',';
  text += data.target_name + '\n';
  for (Index i = 0; i < data.rows(); ++i) {
    for (Index j = 0; j < data.features(); ++j) text += format_number(data.points(i, j)) + ',';
    text += data.task == Task::classification
                ? data.classes[static_cast<std::size_t>(data.target(i))]
                : format_number(data.target(i));
    text += '\n';
  }
  return text;
}

void print_list() {
  for (const Generator& generator : generators()) {
    std::cout << generator.name << std::string(14 - generator.name.size(), ' ')
              << generator.description << '\n';
  }
}

void require_known(const std::string& name) {
  std::vector<std::string> known;
  for (const Generator& generator : generators()) {
    if (generator.name == name) return;
    known.push_back(generator.name);
  }
  if (name.empty()) throw UsageError("missing argument: name, one of " + join(known));
  const std::string near = suggestion(name, known);
  throw UsageError("there is no data set " + quote(name) +
                   (near.empty() ? "; choose one of " + join(known) : near));
}

}  // namespace

int generate_data(const Arguments& arguments) {
  constexpr int most_rows = 10'000'000;
  std::string name;
  std::string output;
  int rows = 200;
  GeneratorOptions options;
  bool list = false;
  Command command("generate", "Writes example data as CSV with a header.",
                  "Example:\n  tkl generate canyon --rows 1000 --noise 10 -o canyon.csv");
  command.argument("name", name, "of the data set; see --list", false);
  command.flag("--list", list, "show the names and what they mean");
  command.option("-o,--output", "FILE", "where to write (default standard output)",
                 [&](const std::string& text) { output = text; });
  command.whole_number("--rows", rows, 2, most_rows, "how many");
  command.number("--noise", options.noise, not_negative,
                 "standard deviation of what is added: to the target in\n"
                 "regression, to the points in classification");
  command.seed("--seed", options.seed, "of the random numbers");
  if (!command.parse(arguments)) return exit_code::ok;
  if (list) {
    print_list();
    return exit_code::ok;
  }
  require_known(name);
  if (command.given("--output")) require_writable(output, {});
  options.rows = rows;
  const std::string text = to_csv(generate(name, options));
  if (command.given("--output")) {
    write_file(output, text);
  } else {
    std::cout << text;
  }
  return exit_code::ok;
}

}  // namespace tkl::cli
