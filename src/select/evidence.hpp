#pragma once

#include <functional>

#include "tkl/matrix.hpp"

namespace tkl {

/// The kernel matrix of some rows as a function of one positive number for each feature, such as
/// the bounds of a tessellated kernel or the widths of a Gaussian one.
using GramOfScales = std::function<Matrix(const Vector& scales)>;

/// Scales that make the targets most probable under a Gaussian process with that kernel, noise and
/// an unknown mean (docs/math.md §11). A prior ½Σ(log scale_l - mean)² keeps features alike unless
/// the data speak against it; scales stay within the limits.
struct EvidenceOptions {
  double lowest = 1e-3;
  double highest = 100.0;
  int max_steps = 25;
  std::function<bool()> stop{};
};

struct EvidenceResult {
  Vector scales;
  double ridge;         ///< noise over signal: the ridge that fits the scales
  double log_evidence;  ///< up to a constant
};

/// Y has one column for each target; their evidence is multiplied.
EvidenceResult maximise_evidence(const GramOfScales& gram, const Matrix& Y, const Vector& start,
                                 double start_ridge, const EvidenceOptions& options = {});

}  // namespace tkl
