#pragma once

#include "tkl/svm.hpp"

namespace tkl {

/// Cuts w at its bounds and restores Σw = 0 by moving weights that have room, in proportion to it;
/// weights at zero or at a bound move only if the others do not suffice.
void repair_sum(const SvmProblem& problem, Vector& w);

}  // namespace tkl
