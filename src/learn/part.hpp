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

/// The rows that have a loss where the decision values are f + b, or almost, besides those that
/// `others` has already; ascending.
std::vector<Index> rows_with_losses(const SvmProblem& problem, const Vector& f, double b,
                                    const std::vector<Index>& others);

}  // namespace tkl
