#pragma once

#include "tkl/fit.hpp"

namespace tkl {

/// How a fit goes about many rows, and what that takes.
struct LandmarkPlan {
  Index landmarks = 0;           ///< 0: none, the fit is exact
  Index cell_rows = 0;           ///< most rows of a cell; 0: no cells
  bool stores_features = false;  ///< or computes them whenever they are needed
  double bytes = 0.0;
};

LandmarkPlan plan_landmarks(Index rows, Index features, const FitOptions& options);

/// As many landmarks as time and memory allow for so many rows.
Index affordable_landmarks(Index rows, const FitOptions& options);

/// The rows that P is learned from where functions are made of landmarks.
constexpr Index landmark_kernel_rows = 4000;

}  // namespace tkl
