#include "options.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>

#include "kernel_options.hpp"
#include "memory.hpp"
#include "quotes.hpp"
#include "team.hpp"
#include "text.hpp"

namespace tkl::cli {

namespace {

constexpr int any_size = std::numeric_limits<int>::max();
constexpr int most_threads = 1024;

Task parse_libsvm_type(const std::string& text) {
  if (text == "0") return Task::classification;
  if (text == "3") return Task::regression;
  throw UsageError(
      "only 0 (C-SVC: classification) and 3 (epsilon-SVR: regression) are available, "
      "not " +
      quote(text));
}

void add_task_options(Command& command, TrainingOptions& options) {
  std::optional<Task>& task = options.dataset.task;
  const auto set_task = [&task](Task wanted) {
    if (task && *task != wanted) throw UsageError("contradicts the task given by another option");
    task = wanted;
  };
  command.section("Task");
  command.option("--task", "WORD",
                 "classification or regression; without it a target of\n"
                 "text or of two distinct numbers means classification",
                 [set_task](const std::string& text) {
                   if (text != "classification" && text != "regression") {
                     throw UsageError(quote(text) + " is none of classification, regression");
                   }
                   set_task(text == "classification" ? Task::classification : Task::regression);
                 });
  command.option("-s", "TYPE", "the same as LIBSVM has it: 0 C-SVC, 3 epsilon-SVR",
                 [set_task](const std::string& text) { set_task(parse_libsvm_type(text)); });
  command.number("-c,--cost", options.fit.cost, positive,
                 "C, the price of errors, in units of the normalised\nkernel");
  command.choice<Loss>("--loss", options.fit.loss,
                       {{"linear", Loss::linear}, {"squared", Loss::squared}},
                       "of errors: linear as in the paper, or squared, which\naims at the mean");
  command.number("-p,--tube", options.fit.tube, not_negative,
                 "regression: errors up to this are free; in standard\n"
                 "deviations of the target");
  command.flag("--raw-target", options.fit.raw_target,
               "regression: cost and tube in the target's own units");
}

void add_learning_options(Command& command, TrainingOptions& options) {
  LearnOptions& learn = options.fit.learn;
  constexpr Range tolerance{0.0, 1.0, true, "a number above 0 and up to 1"};
  command.section("Learning");
  command.choice<Method>("--method", learn.method,
                         {{"newton", Method::newton},
                          {"quasi-newton", Method::quasi_newton},
                          {"frank-wolfe", Method::frank_wolfe}},
                         "how P is improved");
  command.number("-e,--tolerance", learn.tolerance, tolerance,
                 "stop when the certified relative gap to the global\noptimum is below this");
  command.whole_number("--max-iterations", learn.max_iterations, 1, any_size, "stop after as many");
  command.option("--time-limit", "SECONDS", "stop after as many seconds of learning (default none)",
                 [&learn](const std::string& text) {
                   const auto seconds = parse_number(text);
                   if (!seconds || *seconds <= 0.0) {
                     throw UsageError("expected a positive number of seconds, not " + quote(text));
                   }
                   learn.time_limit = *seconds;
                 });
  command.option("-m,--memory", "MB",
                 "use no more; a kernel matrix that does not fit is\n"
                 "computed piece by piece, which takes longer, and rows\n"
                 "that do not fit are kept on disk, in $TMPDIR or beside\n"
                 "the model (default half of what is available now)",
                 [&options](const std::string& text) {
                   const auto megabytes = parse_number(text);
                   if (!megabytes || *megabytes <= 0.0) {
                     throw UsageError("expected a positive number of MB, not " + quote(text));
                   }
                   options.fit.memory_limit = 1e6 * *megabytes;
                 });
  const auto count_or_auto = [](Index& target) {
    return [&target](const std::string& text) {
      target = text == "auto" ? FitOptions::automatic : parse_whole_number(text, 0, any_size);
    };
  };
  command.option("--landmarks", "N",
                 "make functions of so many points only: for many rows;\n"
                 "0 of all, which is exact; auto (the default) 0 up to\n"
                 "50000 rows, 20000 where memory is short; a million of\n"
                 "one or two features, 200000 of three, if the kernel is\n"
                 "tessellated or reflected; above that as many as time\n"
                 "and memory allow",
                 count_or_auto(options.fit.landmarks));
  command.option("--cells", "N",
                 "beside landmarks: divide the rows into cells of N at\n"
                 "most, in which all points count; 0 not at all; auto (the\n"
                 "default) where landmarks are auto, up to 200000 rows if\n"
                 "memory allows",
                 count_or_auto(options.fit.cells));
  command.number("--checkpoint-every", options.fit.checkpoint_seconds, positive,
                 "seconds after which a search, or a fit with landmarks,\n"
                 "writes down beside the model how far it has come");
  command.flag("--resume", options.fit.resume, "go on from there, after a run that was cut off");
  add_threads_option(command, learn.threads);
}

void add_output_options(Command& command, TrainingOptions& options) {
  command.section("Output");
  command.flag("-q,--quiet", options.quiet, "no progress, and nothing on success but results");
  command.flag("--verbose", options.verbose,
               "the memory estimate and the seconds of each phase too");
  command.flag("--json", options.json, "results as one JSON object");
}

/// "balanced", or "label=factor,…", where labels may be in quotes; classes that are not named keep
/// their weight.
void weigh(DatasetWithoutPoints& data, const std::string& text) {
  if (text == "balanced") return weigh_classes(data, balanced_class_weights(data));
  Vector factors = Vector::Ones(static_cast<Index>(data.classes.size()));
  for (const std::string& item : split_at_commas(text)) {
    const std::size_t equals = item.rfind('=');
    const auto factor = equals == std::string::npos ? std::optional<double>()
                                                    : parse_number(item.substr(equals + 1));
    if (!factor || *factor <= 0.0) {
      throw UsageError(
          "--class-weights: expected balanced, or label=factor with a positive factor, "
          "not " +
          quote(item));
    }
    const std::string label = without_quotes(item.substr(0, equals));
    const auto index = class_index(data.classes, label);
    if (!index) {
      throw UsageError("--class-weights: there is no class " + quote(label) +
                       suggestion(label, data.classes));
    }
    factors(*index) = *factor;
  }
  weigh_classes(data, factors);
}

}  // namespace

void add_reading_options(Command& command, ReadOptions& options) {
  command.section("Data");
  command.choice<Format>(
      "--format", options.format,
      {{"auto", Format::automatic}, {"csv", Format::csv}, {"libsvm", Format::libsvm}},
      "of the data file");
  command.choice<Header>(
      "--header", options.header,
      {{"auto", Header::automatic}, {"yes", Header::present}, {"no", Header::absent}},
      "whether a CSV file starts with column names");
}

void add_threads_option(Command& command, Threads& threads) {
  command.option("--threads", "N", "how many to use; results do not depend on it (default all)",
                 [&threads](const std::string& text) {
                   threads = Threads(parse_whole_number(text, 1, most_threads));
                 });
}

void add_training_options(Command& command, TrainingOptions& options) {
  add_task_options(command, options);
  add_kernel_options(command, options.fit);
  add_learning_options(command, options);
  add_reading_options(command, options.read);
  command.option("--target", "NAME",
                 "column to predict, by name or position from 1\n(default the last)",
                 [&](const std::string& text) { options.dataset.target = text; });
  command.option("--weights", "NAME", "column with a weight for each row: 2 is the row twice",
                 [&](const std::string& text) { options.dataset.weights = text; });
  command.option(
      "--groups", "NAME",
      "column that tells which rows belong together; no fold\nof a cross-validation separates them",
      [&](const std::string& text) { options.dataset.groups = text; });
  command.option("--categorical", "LIST",
                 "columns of numbers that are codes of categories,\n"
                 "separated by commas; columns of text are anyway",
                 [&](const std::string& text) {
                   for (const std::string& item : split_at_commas(text)) {
                     options.dataset.categorical.push_back(without_quotes(item));
                   }
                 });
  command.option("--class-weights", "LIST",
                 "classification: \"balanced\", or a factor for the weight of\n"
                 "classes such as spam=2,ham=1, in quotes if they have\n"
                 "commas: '\"a,b\"=2'; as in LIBSVM also -wspam 2 -wham 1",
                 [&](const std::string& text) { options.class_weights = text; });
  add_output_options(command, options);
}

void add_seed_option(Command& command, std::uint64_t& seed) {
  command.seed("--seed", seed, "of the random parts; learning itself is not random");
}

Arguments with_class_weights(const Arguments& arguments) {
  Arguments kept;
  std::string list;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& argument = arguments[k];
    if (argument.rfind("-w", 0) != 0 || argument.size() == 2) {
      kept.push_back(argument);
      continue;
    }
    if (k + 1 == arguments.size()) throw UsageError(argument + " needs a number behind it");
    list += (list.empty() ? "" : ",") + in_quotes_if_needed(argument.substr(2), ",") + "=" +
            arguments[++k];
  }
  if (!list.empty()) kept.insert(kept.end(), {"--class-weights", list});
  return kept;
}

void settle_training_options(const Command& command, TrainingOptions& options) {
  settle_kernel_options(command, options.fit);
  if (options.quiet && options.verbose) {
    throw UsageError("--quiet and --verbose exclude each other");
  }
  constexpr double share_of_available = 0.5;
  if (options.fit.memory_limit == 0.0) {
    options.fit.memory_limit = share_of_available * available_memory();
  }
}

namespace {

/// Files that would take several times their size in memory, and those that several processes share.
bool reads_in_pieces(const std::string& file, const ReadOptions& options) {
  constexpr std::uintmax_t large = 200'000'000;
  const bool is_csv = options.format != Format::libsvm &&
                      std::filesystem::path(file).extension() != ".libsvm" &&
                      std::filesystem::path(file).extension() != ".svm" &&
                      std::filesystem::path(file).extension() != ".svmlight";
  if (this_team().size() > 1) {
    if (is_csv) return true;
    throw UsageError("several processes can share CSV and TSV files only, not LIBSVM's format");
  }
  std::error_code ignored;
  return is_csv && std::filesystem::is_regular_file(file, ignored) &&
         std::filesystem::file_size(file, ignored) > large;
}

/// A few whole numbers, each many times, may be the names of classes.
void hint_at_classes(const DatasetWithoutPoints& data) {
  const std::string target = quote(data.target_name);
  if (data.task == Task::classification) {
    // Text can be nothing else, and -1, 0 and 1 are what classes are called.
    std::vector<double> numbers;
    for (const std::string& name : data.classes) {
      if (const auto number = parse_number(name)) numbers.push_back(*number);
    }
    const bool may_be_a_quantity = numbers.size() == data.classes.size() &&
                                   std::any_of(numbers.begin(), numbers.end(), [](double number) {
                                     return std::abs(number) != 1.0 && number != 0.0;
                                   });
    if (may_be_a_quantity) {
      hint("classification: " + target + " is " + data.classes[0] + " or " + data.classes[1] +
           "; if it is a quantity, say --task regression");
    }
    return;
  }
  constexpr std::size_t most_classes = 20;
  constexpr std::size_t fewest_rows_each = 5;
  std::set<double> values;
  for (const double value : data.target) {
    if (value != std::floor(value)) return;
    values.insert(value);
    if (values.size() > most_classes) return;
  }
  if (values.size() < 3 ||
      values.size() * fewest_rows_each > static_cast<std::size_t>(data.target.size())) {
    return;
  }
  hint("regression: " + target + " has only " + std::to_string(values.size()) +
       " different values, all whole numbers; if they are names of classes, say --task "
       "classification");
}

void refuse_for(Task task, const Command& command) {
  if (task == Task::regression && command.given("--class-weights")) {
    throw UsageError("--class-weights is for classification, but the task is regression");
  }
  for (const char* name : {"--tube", "--raw-target"}) {
    if (task == Task::classification && command.given(name)) {
      throw UsageError(std::string(name) + " is for regression, but the task is classification");
    }
  }
}

/// Calls read() for the data, and settles what they and the options mean for each other.
template <class Read>
TrainingData read_and_settle(const Command& command, TrainingOptions& options, double& seconds,
                             const Read& read) {
  if (options.dataset.task) refuse_for(*options.dataset.task, command);
  const auto begin = std::chrono::steady_clock::now();
  TrainingData training_data = read();
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::visit(
      [&](auto& data) {
        refuse_for(data.task, command);
        const bool task_was_guessed = !options.dataset.task;
        if (task_was_guessed && !options.quiet) hint_at_classes(data);
        if (!options.class_weights.empty()) weigh(data, options.class_weights);
        settle_box(options.fit, data.features());
      },
      training_data);
  return training_data;
}

Dataset read_whole(const std::string& file, const TrainingOptions& options) {
  return to_dataset(read_table(file, options.read), options.dataset);
}

}  // namespace

Dataset read_into_memory(const Command& command, const std::string& file, TrainingOptions& options,
                         double& seconds) {
  return std::get<Dataset>(read_and_settle(command, options, seconds, [&]() -> TrainingData {
    if (!reads_in_pieces(file, options.read)) return read_whole(file, options);
    return read_dataset(file, options.read, options.dataset, this_team());
  }));
}

TrainingData read_training_data(const Command& command, const std::string& file,
                                TrainingOptions& options, const std::filesystem::path& folder,
                                double& seconds) {
  return read_and_settle(command, options, seconds, [&]() -> TrainingData {
    if (!reads_in_pieces(file, options.read)) return read_whole(file, options);
    const DatasetReader reader(file, options.read, options.dataset, this_team());
    if (residence_for(reader.rows(), reader.features(), options.fit, this_team()) ==
        Residence::disk) {
      return reader.read_to_disk(folder);
    }
    return reader.read();
  });
}

}  // namespace tkl::cli
