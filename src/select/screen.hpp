#pragma once

#include <cstdint>
#include <vector>

#include "tkl/select.hpp"

namespace tkl {

/// Beyond that hardly a weight is bounded, and fits only take longer.
inline constexpr double highest_cost = 3e4;

/// A kernel as ridge regression sees it with P at its start, and what that suggests for the SVM.
struct Candidate {
  FitOptions options;
  bool per_feature = false;  ///< scales are to be learned for each feature
  double ridge = 1.0;        ///< the best
  double loss = 0.0;         ///< held out, at that ridge
  double cost = 1.0;         ///< of an SVM with about the same freedom
  double tube = 0.0;
};

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
/// for each feature, on a larger one.
Screening screen(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                 const StopRequest& stop);

}  // namespace tkl
