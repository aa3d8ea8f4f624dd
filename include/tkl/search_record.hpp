#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "tkl/family.hpp"
#include "tkl/loss.hpp"
#include "tkl/matrix.hpp"
#include "tkl/metrics.hpp"
#include "tkl/scaling.hpp"
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

/// So little that a million rows together cannot bend a function.
inline constexpr double negligible_cost = 1e-9;

/// One point that the search tried.
struct SearchPoint {
  bool warp = false;  ///< skewed features were warped
  Axes axes = Axes::features;
  std::vector<Index> codes{};  ///< features that were taken by their levels, too
  Family family = Family::tessellated;
  int degree = 0;
  double scale = 0.0;        ///< common bound or width; where learning began if per_feature
  bool per_feature = false;  ///< bounds or widths were learned for each axis, in every fold
  double tau = 0.0;
  Loss loss = Loss::linear;
  double cost = 0.0;
  double tube = 0.0;
  double mean = 0.0;       ///< of the metric over the folds
  double deviation = 0.0;  ///< standard deviation over the folds
  double seconds = 0.0;    ///< of all its folds
  int folds = 0;           ///< completed; fewer than asked for if the point was given up

  /// Whether it predicts the same everywhere, to compare others with.
  bool is_constant() const { return cost == negligible_cost; }
};

/// A point whose model has a share in the result.
struct SearchMember {
  std::size_t point = 0;
  double share = 1.0;
};

/// What a search tried and found, for whoever wants to know how a model came about.
struct SearchRecord {
  Strategy strategy = Strategy::automatic;
  Metric metric = Metric::mse;
  int folds = 0;  ///< repeats included
  std::uint64_t seed = 0;
  Index rows = 0;                     ///< that the search used
  std::vector<SearchPoint> points;    ///< in the order tried
  std::size_t chosen = 0;             ///< of the points; the first of the members if there are any
  std::vector<SearchMember> members;  ///< more than one if their mean is better than any of them
  /// The metric of their mean over all rows that were held out.
  double reached = std::numeric_limits<double>::quiet_NaN();
  /// The same, corrected for having been chosen as the best of many.
  double expected = std::numeric_limits<double>::quiet_NaN();
  double seconds = 0.0;
  Status status = Status::converged;  ///< did the search end by itself?

  /// "complete", "not tried", or, of a point of some of the folds, "given up" if the search ended by itself.
  std::string_view outcome_of(const SearchPoint& point) const {
    if (point.folds == folds) return "complete";
    if (point.folds == 0) return "not tried";
    return status == Status::converged ? "given up" : "incomplete";
  }
  /// Whether nothing was found that is expected to be better than a constant.
  bool found_nothing() const { return !points.empty() && points[chosen].is_constant(); }
};

}  // namespace tkl
