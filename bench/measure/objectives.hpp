#pragma once

#include "tkl/svm.hpp"

namespace tkl::bench {

/// What a vector of weights is worth, whoever found it: both bounds of OPT_A, from the double
/// precision K, with the intercept that is best for these weights (docs/math.md §4).
struct Objectives {
  double primal = 0.0;
  double dual = 0.0;

  double relative_gap() const;
};

/// Throws a std::runtime_error if w is not feasible, since its dual would then bound nothing.
Objectives evaluate(const SvmProblem& problem, const Matrix& K, const Vector& w);

}  // namespace tkl::bench
