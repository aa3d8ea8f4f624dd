#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>

#include "command.hpp"
#include "tkl/fit.hpp"
#include "tkl/table.hpp"

namespace tkl::cli {

/// How files are read; shared by all verbs that read data.
void add_reading_options(Command& command, ReadOptions& options);

/// The number of threads; unset: all.
void add_threads_option(Command& command, Threads& threads);

/// All that train and cv can be told.
struct TrainingOptions {
  FitOptions fit;
  ReadOptions read;
  DatasetOptions dataset;
  std::string class_weights;  ///< empty: none
  int folds = 5;
  std::uint64_t seed = 1;
  bool quiet = false;
  bool json = false;
  bool verbose = false;
};

void add_training_options(Command& command, TrainingOptions& options);
void add_seed_option(Command& command, std::uint64_t& seed);

/// Throws a UsageError for options that exclude each other, and settles what some imply. After
/// command.parse().
/// LIBSVM gives the weight of a class as -wLABEL FACTOR: all of these as one --class-weights.
Arguments with_class_weights(const Arguments& arguments);

void settle_training_options(const Command& command, TrainingOptions& options);

/// The data that the options describe, and the options completed by what the data are. Throws a
/// UsageError if an option was given that they cannot use. Sets `seconds` to the time it took.
Dataset read_into_memory(const Command& command, const std::string& file, TrainingOptions& options,
                         double& seconds);

/// The same, with the points of a large file in a scratch file of the folder if that is where they
/// should be for the fit.
using TrainingData = std::variant<Dataset, DatasetOnDisk>;
TrainingData read_training_data(const Command& command, const std::string& file,
                                TrainingOptions& options, const std::filesystem::path& folder,
                                double& seconds);

}  // namespace tkl::cli
