#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "landmarks/features.hpp"
#include "tkl/status.hpp"
#include "tkl/svm.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// Where a solution stands: all that is needed to go on from there as if nothing had happened.
struct RestrictedState {
  /// The end of a proximal step. The weights of all rows there, the centre of the next, follow from
  /// these and the steps before, for less than they take to keep.
  struct ProximalStep {
    Vector u;
    double b = 0.0;
    double width = 0.0;  ///< of its smoothing
  };

  Vector u;
  double b = 0.0;
  double share = 1.0;              ///< of the rows that are in use
  double width = 0.0;              ///< of the present smoothing
  double shortfall = 0.0;          ///< of the dual, due to that
  bool settled = false;            ///< whether nothing is left to be done at this width
  std::vector<ProximalStep> past;  ///< with these rows
};

struct RestrictedOptions {
  double tolerance = 1e-3;  ///< on the relative gap (primal - dual) / |primal|
  int max_steps = 1000;     ///< Newton steps
  Threads threads{1};
  /// Polled after every step, by all members of a team; one true is enough for all.
  StopRequest stop{};
  std::function<void(double primal, double dual)> on_progress{};
  std::function<void(const RestrictedState&)> on_step{};  ///< after every step
  std::optional<RestrictedState> start{};
};

/// f(x) = φ(x)ᵀu + b.
struct RestrictedSolution {
  Vector u;
  double b = 0.0;
  double primal = 0.0;       ///< ½|u|² + Σ loss at u and b
  double dual = 0.0;         ///< a lower bound of the smallest primal
  double kernel_free = 0.0;  ///< κ(w) of the dual solution: dual = kernel_free - ½|Φᵀw|²
  Status status = Status::converged;
  int steps = 0;  ///< Newton's

  double relative_gap() const;
};

/// The SVM in the span of landmarks (docs/math.md §13),
///
///   min_{u,b}  ½|u|² + Σ_i loss_i(y_i - φ(x_i)ᵀu - b),
///
/// for any number of rows: proximal point steps on the dual, each a smooth problem in r + 1 variables
/// that Newton's method solves with exact line searches. A step of Newton's reads Φ twice, and squares
/// the rows whose weights are between their bounds: those are fewer and fewer, about r in the end.
/// Begins with some of the rows, so row order should mean nothing; all rows have the last word.
///
/// `rows` are the positions in Φ of the problem's rows. In a team, problem and Φ hold own rows, and
/// every member gets the same solution.
RestrictedSolution solve_restricted(const SvmProblem& problem, const Features& features,
                                    std::span<const Index> rows, const RestrictedOptions& options,
                                    const Team& team);

}  // namespace tkl
