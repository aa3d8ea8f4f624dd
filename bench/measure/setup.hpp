#pragma once

#include <filesystem>
#include <string>

#include "measure/timing.hpp"
#include "tkl/fit.hpp"

namespace tkl::bench {

/// What one measurement is told.
struct Settings {
  std::filesystem::path train;
  std::filesystem::path test;
  std::filesystem::path folder;  ///< for files that other programs will read
  Task task = Task::regression;
  double cost = 10.0;
  double tube = 0.05;
  double tolerance = 1e-3;
  std::vector<int> threads{2};
  double limit = 120.0;           ///< seconds for a run of tkl
  double reference_limit = 40.0;  ///< and for one of LIBSVM
  Repetitions repetitions;

  FitOptions fit_options(int thread_count) const;
};

Dataset read(const std::filesystem::path& file, Task task);

/// The SVM of the model's scaled target.
SvmProblem make_problem(const Settings& settings, const Dataset& data, const Model& model);

/// All that fit() decides before it learns: the scaling, and the normalised family at P = I.
Model model_before_learning(const Settings& settings, const Dataset& data);

/// K(P) on the training data.
Matrix gram(const Model& model, const Dataset& data);

}  // namespace tkl::bench
