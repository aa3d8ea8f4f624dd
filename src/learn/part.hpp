#pragma once

#include <vector>

#include "tkl/svm.hpp"

namespace tkl {

/// Some rows of a learning problem, as a problem of its own.
struct Part {
  std::vector<Index> rows;  ///< ascending
  Matrix x;
  SvmProblem problem;
};

Part part_of(const Matrix& x, const SvmProblem& problem, std::vector<Index> rows);

/// The rows that have a weight, a loss, or almost one, besides those that `others` has already; ascending. A row with
/// a weight is one of them whatever its loss: without it the weights of a part would not sum to zero, nor
/// their products with K be what they are for all rows, and bounds from them would prove nothing.
std::vector<Index> rows_that_matter(const SvmProblem& problem, const SvmSolution& svm,
                                    const std::vector<Index>& others);

}  // namespace tkl
