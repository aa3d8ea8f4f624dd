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

/// For points there. On disk they take no memory, and there are no cells; nor is a fit exact unless that
/// was asked for.
LandmarkPlan plan_landmarks(Index rows, Index features, const FitOptions& options,
                            Residence residence = Residence::memory);

/// As many landmarks as time and memory allow for so many rows.
Index affordable_landmarks(Index rows, const FitOptions& options);

/// A team has no cells, and as many landmarks as are right for the rows of all members.
FitOptions options_of_team(Index own_rows, const FitOptions& options, const Team& team);

/// The rows that P is learned from where functions are made of landmarks.
constexpr Index landmark_kernel_rows = 4000;

}  // namespace tkl
