#pragma once

#include "tkl/fit.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// fit() with functions made of landmarks. In a team everyone has rows of its own, in the order of the
/// ranks, of the same columns and classes; everyone gets the same model, which but for rounding does
/// not depend on how the rows are dealt out. Requires valid data and options, and a number of
/// landmarks other than 0.
FitResult fit_landmarks(const Dataset& own, const FitOptions& options, const Team& team);
/// On disk there are no cells.
FitResult fit_landmarks(const DatasetOnDisk& own, const FitOptions& options, const Team& team);

/// Throws an Error for options that only one process can follow.
void refuse_for_team(const FitOptions& options);

}  // namespace tkl
