#pragma once

#include <cstdint>
#include <vector>

#include "tkl/fit.hpp"

namespace tkl {

/// Rows, or groups of them, that folds can be dealt from.
int most_folds(const Dataset& data);

/// The fold of every row: 0 … folds-1, of nearly equal size, shuffled by the seed; for
/// classification each class is spread evenly over the folds, and so are rows of positive weight.
/// Rows of one group, if the data have groups, get one fold, whatever their classes.
std::vector<int> assign_folds(const Dataset& data, int folds, std::uint64_t seed);

struct CrossValidation {
  Vector prediction;  ///< of every row, by the model that did not see it, as Model::predict;
                      ///< NaN in folds that were not completed
  Status status = Status::converged;  ///< the first fold's that did not converge, if any
  int completed = 0;  ///< folds finished; fewer than asked for if interrupted or out of time
  std::vector<int> fold;
};

/// k-fold cross-validation. Scaling and kernel are learned anew inside each fold. on_fold is called
/// after each. A time limit in the options holds for all folds together.
CrossValidation cross_validate(const Dataset& data, const FitOptions& options, int folds,
                               std::uint64_t seed,
                               const std::function<void(int completed)>& on_fold = {});

}  // namespace tkl
