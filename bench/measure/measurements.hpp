#pragma once

#include <nlohmann/json_fwd.hpp>

#include "measure/setup.hpp"

namespace tkl::bench {

// Each takes one point of a table and returns what was measured there, all samples included.

/// OPT_A at P = I, one core: solve_svm against LIBSVM.
nlohmann::ordered_json measure_opt_a(const Settings& settings);

/// fit() against one LIBSVM solve at the P that it found.
nlohmann::ordered_json measure_learning(const Settings& settings);

/// fit() alone, for each number of threads, and whether all gave the same bits.
nlohmann::ordered_json measure_fit(const Settings& settings);

/// Model::predict against svm_predict of a Gaussian SVM, one core; leaves both models and the points
/// in the folder for the programs.
nlohmann::ordered_json measure_prediction(const Settings& settings);

/// fit() and a Gaussian SVM from raw data, with their errors on the test data.
nlohmann::ordered_json measure_peers(const Settings& settings);

/// Gigabytes a second that the machine's memory delivers to each number of threads.
nlohmann::ordered_json measure_memory_speed(const Settings& settings);

}  // namespace tkl::bench
