#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "select/candidate.hpp"
#include "tkl/metrics.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

/// One sample of the data, on which candidates compete by cross-validated ridge regression.
class Contest {
 public:
  /// Principal axes cost the cube of the features: whoever does not ask for them cannot have candidates along them.
  Contest(const Dataset& data, Index rows, bool knows_axes, std::uint64_t seed);

  const Dataset& sample() const { return sample_; }
  /// Whether a warp would change anything.
  bool is_skewed() const;
  /// Whether principal axes are known, and others: there are features that go together.
  bool is_correlated() const;

  /// One ridge of one candidate.
  struct Trial {
    double loss;
    Matrix held_out;
  };

  /// Sets ridge, loss, cost and tube of the candidate; returns what all ridges came to.
  std::vector<Trial> judge(Candidate& candidate) const;

  /// Judges and sorts all candidates, best first; returns the trials of all of them.
  std::vector<Trial> judge_all(std::vector<Candidate>& candidates, const Threads& threads,
                               const StopRequest& stop) const;

  /// The optimism of having chosen the best of the trials, in the loss of the metric.
  double optimism(const std::vector<Trial>& trials, Metric metric, std::uint64_t seed) const;

 private:
  /// Decisions, or values in the units of the target and within its range.
  std::vector<Matrix> judged_predictions(const std::vector<Trial>& trials) const;

  /// Learned from all of the data; with the codes of the options.
  FeatureScaler scaler_for(const FitOptions& options) const;

  Dataset sample_;
  FeatureScaler straight_;
  FeatureScaler warped_;
  std::optional<FeatureScaler> straight_turned_;
  std::optional<FeatureScaler> warped_turned_;
  Matrix targets_;
  std::vector<int> fold_;
};

}  // namespace tkl
