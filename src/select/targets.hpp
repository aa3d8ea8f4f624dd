#pragma once

#include "tkl/dataset.hpp"

namespace tkl {

/// Targets that ridge regression can fit: standardised values, or +1 and -1 for each class (for two
/// classes one column tells both).
Matrix ridge_targets(const Dataset& data);

/// What is lost by held-out ridge predictions of such targets: squares, and for classes only those
/// of predictions on the wrong side of the margin, as an SVM would count them. Means over rows
/// under the weights (empty: all ones), summed over columns.
double ridge_loss(Task task, const Matrix& targets, const Matrix& predicted, const Vector& weights);

}  // namespace tkl
