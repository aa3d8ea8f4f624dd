#include "select_options.hpp"

#include <algorithm>

namespace tkl::cli {

void add_selection_options(Command& command, SelectionOptions& options) {
  constexpr int most = 1000;
  command.section("Search");
  command.choice<std::optional<Strategy>>(
      "--select", options.strategy,
      {{"auto", Strategy::automatic}, {"grid", Strategy::grid}, {"none", std::nullopt}},
      "how settings that are not given are found, by\ncross-validation, or not at all (defaults)");
  command.whole_number("--folds", options.select.folds, 2, most,
                       "parts of the cross-validation (default 5; above 4000\n"
                       "rows one fifth is held out, once)");
  command.whole_number("--models", options.select.most_models, 1, most,
                       "that the result may be the mean of, if that is better;\n"
                       "1: a single kernel");
  command.whole_number("--repeats", options.select.repeats, 1, most,
                       "of the cross-validation, with other parts");
  command.choice<bool>("--codes", options.codes, {{"yes", true}, {"no", false}},
                       "whether features of a few whole numbers may be taken for\n"
                       "codes of something, if that predicts better");
  command.choice<std::optional<Metric>>("--metric", options.select.metric,
                                        {{"auto", std::nullopt},
                                         {"mse", Metric::mse},
                                         {"mae", Metric::mae},
                                         {"r2", Metric::r2},
                                         {"accuracy", Metric::accuracy},
                                         {"balanced-accuracy", Metric::balanced_accuracy},
                                         {"log-loss", Metric::log_loss},
                                         {"auc", Metric::auc}},
                                        "what the search makes best; auto is mse or accuracy");
}

void settle_selection_options(const Command& command, SelectionOptions& options) {
  Given& given = options.select.given;
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return command.given(name); });
  };
  given.warp = any({"--warp"});
  given.axes = any({"--axes"});
  given.codes = !options.codes;
  given.family = any({"--family", "--kernels", "--basis"});
  given.degree = any({"--degree"});
  given.scale = any({"--bound", "--width", "--lower", "--upper"});
  given.tau = any({"--tau"});
  given.loss = any({"--loss"});
  given.cost = any({"--cost"});
  given.tube = any({"--tube"});
  if (options.strategy) {
    options.select.strategy = *options.strategy;
    return;
  }
  given = Given::everything();
  for (const char* name : {"--folds", "--models", "--repeats", "--codes", "--metric"}) {
    if (command.given(name)) {
      throw UsageError(std::string(name) +
                       " belongs to the search, which --select none leaves out");
    }
  }
}

}  // namespace tkl::cli
