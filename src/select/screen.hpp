#pragma once

#include <cstdint>
#include <vector>

#include "select/candidate.hpp"
#include "tkl/select.hpp"

namespace tkl {

/// All kernels that the search considers, with what is given fixed.
std::vector<FitOptions> kernels_to_screen(const FitOptions& base, const Given& given);

struct Screening {
  std::vector<Candidate> candidates;  ///< best first
  /// If not, too few of the rows were seen to tell how fine a kernel all of them deserve.
  bool knows_scales = false;
  /// By how much the loss of the best seems smaller than it is because it was chosen.
  double optimism = 0.0;
};

/// The most promising of them, by cross-validated ridge regression on samples
/// of the data: many kernels on a small sample, then the best of these, also with scales learned
/// for each feature, on a larger one. In a hurry what is left of it is left out.
Screening screen(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                 const StopRequest& stop, const StopRequest& hurry);

}  // namespace tkl
