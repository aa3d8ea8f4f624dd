#pragma once

#include <limits>

#include "tkl/matrix.hpp"
#include "tkl/status.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// OPT_A: the dual of a support vector machine with a fixed kernel matrix K (docs/math.md §4),
///
///   max_w  yᵀw - ε Σ|w_i| - ½ Σ ridge_i w_i² - ½ wᵀKw   subject to  lower ≤ w ≤ upper,  Σ w_i = 0.
///
/// Both tasks have this form, in m variables: classification with w = α∘y has ε = 0 and one bound
/// zero; regression has lower = -upper. Without ridge the loss of a row grows linearly beyond the
/// tube or the margin; with it, quadratically up to the bound of its weight.
struct SvmProblem {
  Vector y;
  Vector lower;  ///< ≤ 0
  Vector upper;  ///< ≥ 0
  double epsilon = 0.0;
  Vector ridge{};  ///< empty: zeros

  /// y is +1 or -1; cost is C_i, one for each row.
  static SvmProblem classification(const Vector& y, const Vector& cost);
  static SvmProblem regression(const Vector& y, const Vector& cost, double epsilon);

  /// The same with the losses C_i ξ² instead of C_i ξ (linear again beyond ten times the range of y,
  /// which keeps all weights bounded).
  SvmProblem squared() const;
  /// The same for a given range, where these rows are only some of all.
  SvmProblem squared(double range) const;

  Index size() const { return y.size(); }
  double ridge_of(Index i) const { return ridge.size() == 0 ? 0.0 : ridge(i); }

  /// κ(w) = yᵀw - ε Σ|w_i| - ½ Σ ridge_i w_i², the part of the objective without the kernel.
  double kernel_free_part(const Vector& w) const;

  /// With a ridge for row i: the weight v that maximises v·r - ε|v| - ½ ridge_i v² over
  /// lower ≤ v ≤ upper, where r = y_i - f(x_i) is the residual.
  double weight_for(Index i, double residual) const;

  /// The loss of row i at that residual: the largest value of the same.
  double loss(Index i, double residual) const;
};

struct SvmOptions {
  double tolerance = 1e-3;  ///< on the relative gap (primal - dual) / |primal|
  long max_iterations = 0;  ///< limit on pair updates; 0: none
  /// Who only asks whether OPT_A is below a value can stop once the dual objective exceeds it.
  double enough_dual = std::numeric_limits<double>::infinity();
  Threads threads{1};
  /// Bytes that a factor of part of K may take; without room for one, hard problems take longer.
  double factor_memory = std::numeric_limits<double>::infinity();
  StopRequest stop{};
};

struct SvmSolution {
  Vector w;               ///< feasible
  Vector kernel_times_w;  ///< (K + diag(ridge))·w
  double b = 0.0;         ///< f(x) = Σ w_i k(x_i, x) + b
  double primal = 0.0;    ///< ½wᵀKw + Σ loss: an upper bound of OPT_A
  double dual = 0.0;      ///< a lower bound of OPT_A
  Status status = Status::converged;
  long iterations = 0;

  double gap() const { return primal - dual; }
};

/// Solves OPT_A for any symmetric K that is positive semidefinite up to rounding. `start` is a
/// feasible w to begin with (for example the solution for a similar K), or empty for zero.
/// Throws an Error if sizes disagree or an entry of K is not finite.
SvmSolution solve_svm(const SvmProblem& problem, const Matrix& K, const SvmOptions& options = {},
                      const Vector& start = {});

}  // namespace tkl
