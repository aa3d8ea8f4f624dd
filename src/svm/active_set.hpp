#pragma once

#include "svm/bordered_system.hpp"
#include "svm/dual_state.hpp"
#include "svm/kernel_matrix.hpp"

namespace tkl {

/// What an attempt with the active set method may take.
struct ActiveSetBudget {
  double work;    ///< nanoseconds, as below
  double memory;  ///< bytes
  /// Where the weights rest is a better guess than what the residuals say.
  bool trusts_start = false;
  Sketches sketches = Sketches::allowed;
};

/// What it came to.
struct ActiveSetRun {
  bool attempted;
  bool improved;  ///< whether the state was replaced by a better one
  double work;    ///< nanoseconds, by a model of the costs, that one thread would take
  Sketches sketches = Sketches::allowed;  ///< avoided, if they were or turned out to be weak
};

/// The primal–dual active set method (a semismooth Newton method): guess which weights rest at a
/// bound or at zero, solve the linear system that all others then satisfy, and correct the guess
/// wherever the solution contradicts it, for as many weights at a time as there are.
///
/// From a fair start a handful of systems finds the optimal face, however ill-conditioned K is and
/// however many weights are free: where decomposition creeps. From a bad one corrections would go back
/// and forth; there K gets a multiple of I on its diagonal, which damps them, and less of it in every
/// round that has few. There is no proof of descent, so the state is replaced only by one with a larger
/// dual objective. Ends when the relative gap is at most `tolerance`, when the guess stands, or when
/// corrections do not become fewer.
///
/// Not attempted if the first round, or from a bad start the first few, would take more work than the
/// budget has, or more memory.
ActiveSetRun run_active_set(const SvmProblem& problem, const KernelMatrix& K, DualState& state,
                            double tolerance, const ActiveSetBudget& budget,
                            const StopRequest& stop);

}  // namespace tkl
