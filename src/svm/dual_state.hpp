#pragma once

#include "tkl/svm.hpp"

namespace tkl {

/// A feasible point of OPT_A that the methods of this folder improve in turn, with
/// f = (K + diag(ridge))w always in step with w.
struct DualState {
  Vector w;
  Vector f;
};

/// Upper and lower bound at a state. The gap is summed from terms that are never negative,
/// loss_i(r_i) - (w_i r_i - ε|w_i| - ½ ridge_i w_i²) with r = y - Kw - b, so that it stays accurate
/// when tiny.
struct Certificate {
  double b;
  double primal;
  double dual;
  double gap;

  double relative_gap() const;
};

/// The objective of OPT_A at the state.
double dual_value(const SvmProblem& problem, const DualState& state);

Certificate certify(const SvmProblem& problem, const DualState& state);
/// A state as a solution, whoever found it.
SvmSolution certified(const SvmProblem& problem, DualState state);

/// The b that minimises Σ loss_i(y_i - f_i - b), a convex function; the middle if a whole interval
/// does.
double best_intercept(const SvmProblem& problem, const Vector& f);

}  // namespace tkl
