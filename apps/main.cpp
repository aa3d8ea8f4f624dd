#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>

#include "exit_code.hpp"
#include "suggest.hpp"
#include "team.hpp"
#include "tkl/error.hpp"
#include "tkl/version.hpp"
#include "verbs.hpp"

namespace tkl::cli {

namespace {

struct Verb {
  const char* name;
  const char* description;
  int (*run)(const Arguments&);
};

constexpr std::array<Verb, 8> verbs = {{
    {"train", "learn a kernel and its SVM from data, and write a model", train},
    {"predict", "apply a model to data", predict},
    {"cv", "cross-validate: how well would a model predict?", cv},
    {"info", "show what is in a model", info},
    {"explain", "which columns matter to a model, and how much", explain_model},
    {"report", "write a page that shows what a model learned and where it fails", report_model},
    {"playground", "write a page to click points and watch kernels being learned", playground},
    {"generate", "write example data", generate_data},
}};

void print_help(std::ostream& out) {
  out << "tkl " << version << ": learns kernels and support vector machines together, certified\n"
      << "to be near the global optimum (tessellated kernel learning).\n\n"
      << "Usage: tkl VERB [options] ...\n\nVerbs:\n";
  for (const Verb& verb : verbs) {
    out << "  " << std::string(verb.name).append(12 - std::string(verb.name).size(), ' ')
        << verb.description << '\n';
  }
  out << "\ntkl VERB --help explains a verb; tkl --version shows the version.\n\n"
      << "Example:\n"
      << "  tkl generate spirals --rows 400 -o spirals.csv\n"
      << "  tkl train spirals.csv spirals.tkl\n"
      << "  tkl predict spirals.csv spirals.tkl predictions.txt\n";
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const Verb& verb : verbs) names.emplace_back(verb.name);
  return names;
}

int report(const std::string& message, int code) {
  std::fprintf(stderr, "tkl: error: %s\n", message.c_str());
  leave_team(code);
  return code;
}

int report_usage(const std::string& message, const std::string& command) {
  report(message, exit_code::usage);
  std::fprintf(stderr, "try: %s --help\n", command.c_str());
  return exit_code::usage;
}

int run_verb(const Verb& verb, const Arguments& arguments) {
  try {
    const int code = verb.run(arguments);
    std::cout.flush();
    if (!std::cout) return report("cannot write to the standard output", exit_code::failure);
    return code;
  } catch (const UsageError& error) {
    return report_usage(error.what(), std::string("tkl ") + verb.name);
  } catch (const Error& error) {
    return report(error.what(), exit_code::failure);
  } catch (const std::bad_alloc&) {
    return report("out of memory; use fewer rows or a smaller degree", exit_code::failure);
  } catch (const std::exception& error) {
    return report(error.what(), exit_code::failure);
  }
}

int run(const Arguments& arguments) {
  if (arguments.empty()) {
    print_help(std::cerr);
    return exit_code::usage;
  }
  const std::string& word = arguments.front();
  if (word == "--help" || word == "-h" || word == "help") {
    print_help(std::cout);
    return exit_code::ok;
  }
  if (word == "--version") {
    std::cout << "tkl " << version << '\n';
    return exit_code::ok;
  }
  for (const Verb& verb : verbs) {
    if (word == verb.name) return run_verb(verb, {arguments.begin() + 1, arguments.end()});
  }
  const std::string kind = word.starts_with('-') ? "option " : "verb ";
  const std::string near = suggestion(word, verb_names());
  return report_usage("unknown " + kind + quote(word) +
                          (near.empty() ? "; the verbs are " + join(verb_names()) : near),
                      "tkl");
}

}  // namespace

}  // namespace tkl::cli

int main(int argc, char** argv) {
  try {
    tkl::cli::become_mpi_program(argv);
  } catch (const tkl::Error& error) {
    std::fprintf(stderr, "tkl: error: %s\n", error.what());
    return tkl::cli::exit_code::failure;
  }
  return tkl::cli::run({argv + 1, argv + argc});
}
