#include <limits>

#include "cross_validation.hpp"
#include "verbs.hpp"

namespace tkl::cli {

int cv(const Arguments& arguments) {
  TrainingOptions options;
  std::string data_file;
  Command command(
      "cv",
      "Cross-validates: learns from all parts of the data but one, predicts that one,\n"
      "and so on in turn. Scaling and kernel are learned anew each time, with the settings\n"
      "given here; tkl train searches for settings and cross-validates them itself.",
      "Example:\n  tkl cv --folds 10 --cost 100 spirals.csv");
  command.argument("data", data_file, "CSV, TSV or LIBSVM file", true);
  add_training_options(command, options);
  command.section("Cross-validation");
  command.whole_number("-v,--folds", options.folds, 2, std::numeric_limits<int>::max(),
                       "number of parts");
  add_seed_option(command, options.seed);
  if (!command.parse(with_class_weights(arguments))) return exit_code::ok;
  settle_training_options(command, options);
  return run_cross_validation(command, data_file, options);
}

}  // namespace tkl::cli
