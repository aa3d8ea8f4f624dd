#pragma once

#include <vector>

#include "kernels/product_form.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// Features that vary together, and the equally probable values that they take: one a row.
struct InputGroup {
  std::vector<Index> features;
  Matrix values;
};

/// Variances of a function of independent groups of features.
struct VarianceParts {
  double variance = 0.0;
  Vector main;   ///< of E[f | group]
  Vector total;  ///< variance minus that of E[f | all other groups]
};

/// In closed form (docs/math.md §12). Every feature must be in one group.
VarianceParts variance_parts(const ProductForm& form, const std::vector<InputGroup>& inputs,
                             const Threads& threads);

}  // namespace tkl
