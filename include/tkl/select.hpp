#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "tkl/fit.hpp"
#include "tkl/metrics.hpp"

namespace tkl {

/// How the search for a model goes about it.
enum class Strategy {
  automatic,  ///< screens kernels by ridge regression, then improves the best by SVMs
  grid        ///< every combination of a coarse grid, by SVMs
};

/// Which of the FitOptions are given and stay as they are; the others are searched for.
struct Given {
  bool family = false;
  bool degree = false;
  bool scale = false;  ///< bound(s), box or width(s)
  bool tau = false;
  bool cost = false;
  bool tube = false;
};

struct SearchProgress {
  std::string_view stage;
  int done = 0;      ///< pieces of work so far
  int expected = 0;  ///< and in all, as far as known
  double seconds = 0.0;
  std::optional<double> best;  ///< cross-validated metric of the best point so far
};

struct SelectOptions {
  Strategy strategy = Strategy::automatic;
  Given given{};
  int folds = 5;
  int repeats = 1;            ///< of the folds, shuffled anew
  std::vector<int> groups{};  ///< rows of one group stay in one fold; empty: every row alone
  std::uint64_t seed = 1;
  std::optional<Metric> metric{};  ///< unset: mean squared error or accuracy
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds, the last fit included
  /// Searches on a random part of the data if there are more rows; the last fit sees all of them.
  Index most_rows = 4000;
  std::function<void(const SearchProgress&)> on_progress{};
};

/// One point that the search tried.
struct SearchPoint {
  FitOptions options;        ///< bounds and widths are empty if learned for each feature
  bool per_feature = false;  ///< bounds or widths were learned for each feature, in every fold
  double mean = 0.0;         ///< of the metric over the folds
  double deviation = 0.0;    ///< standard deviation over the folds
  double seconds = 0.0;      ///< of all its folds
  int folds = 0;             ///< completed; fewer than asked for if the point was given up
};

struct SearchResult {
  FitResult fit;
  std::vector<SearchPoint> table;  ///< in the order tried
  std::size_t chosen = 0;          ///< of the table
  Metric metric = Metric::mse;
  /// The metric of the chosen point, corrected for having been chosen as the best of many.
  double expected = 0.0;
  Matrix held_out;  ///< what the chosen point predicts of these rows from the other folds
  std::vector<Index> held_out_rows;
  double seconds = 0.0;
  Status status = Status::converged;  ///< of the search: did it end by itself?
};

/// Finds family, scales, tau, cost and tube by cross-validation, then fits all of the data with
/// them. Deterministic for a seed, whatever the number of threads (unless time runs out).
SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options = {});

}  // namespace tkl
