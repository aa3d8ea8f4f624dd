#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tkl/family.hpp"
#include "tkl/loss.hpp"
#include "tkl/metrics.hpp"
#include "tkl/status.hpp"

namespace tkl {

/// How the search for a model goes about it.
enum class Strategy {
  automatic,  ///< screens kernels by ridge regression, then improves the best by SVMs
  grid        ///< every combination of a coarse grid, by SVMs
};

constexpr std::string_view to_string(Strategy strategy) {
  return strategy == Strategy::grid ? "grid" : "auto";
}

/// One point that the search tried.
struct SearchPoint {
  Family family = Family::tessellated;
  int degree = 0;
  double scale = 0.0;        ///< common bound or width; where learning began if per_feature
  bool per_feature = false;  ///< bounds or widths were learned for each feature, in every fold
  double tau = 0.0;
  Loss loss = Loss::linear;
  double cost = 0.0;
  double tube = 0.0;
  double mean = 0.0;       ///< of the metric over the folds
  double deviation = 0.0;  ///< standard deviation over the folds
  double seconds = 0.0;    ///< of all its folds
  int folds = 0;           ///< completed; fewer than asked for if the point was given up
};

/// What a search tried and found, for whoever wants to know how a model came about.
struct SearchRecord {
  Strategy strategy = Strategy::automatic;
  Metric metric = Metric::mse;
  int folds = 0;  ///< repeats included
  std::uint64_t seed = 0;
  Index rows = 0;                   ///< that the search used
  std::vector<SearchPoint> points;  ///< in the order tried
  std::size_t chosen = 0;           ///< of the points
  /// The metric of the chosen point, corrected for having been chosen as the best of many.
  double expected = 0.0;
  double seconds = 0.0;
  Status status = Status::converged;  ///< did the search end by itself?
};

}  // namespace tkl
