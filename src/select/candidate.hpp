#pragma once

#include <algorithm>
#include <vector>

#include "tkl/fit.hpp"

namespace tkl {

/// Beyond that hardly a weight is bounded, and fits only take longer.
inline constexpr double highest_cost = 3e4;
/// Of targets that are the same everywhere, which leave nothing to pay for; a cost must be positive.
inline constexpr double lowest_cost = 1e-6;

/// A kernel as ridge regression sees it with P at its start, and what that suggests for the SVM.
struct Candidate {
  FitOptions options;
  bool per_feature = false;   ///< scales are to be learned for each feature
  double ridge = 1.0;         ///< the best
  double scales_ridge = 0.0;  ///< that was learned with the scales, if they were
  double loss = 0.0;          ///< held out, at that ridge
  double cost = 1.0;          ///< of an SVM with about the same freedom
  double tube = 0.0;
};

bool same_family(const Candidate& a, const Candidate& b);
/// And the same degree.
bool same_functions(const Candidate& a, const Candidate& b);
/// And of the same coordinates: all but the scale.
bool same_kind(const Candidate& a, const Candidate& b);

/// Best first.
void sort_by_loss(std::vector<Candidate>& candidates);

/// The best of each of the first sorts of sorted candidates, where `same` tells what is of one sort.
template <class Same>
std::vector<Candidate> best_of_each(const std::vector<Candidate>& sorted, std::size_t most,
                                    Same same) {
  std::vector<Candidate> kept;
  for (const Candidate& candidate : sorted) {
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const Candidate& other) { return same(other, candidate); });
    if (!known && kept.size() < most) kept.push_back(candidate);
  }
  return kept;
}

}  // namespace tkl
