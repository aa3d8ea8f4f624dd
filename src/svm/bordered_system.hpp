#pragma once

#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "svm/kernel_matrix.hpp"
#include "svm/preconditioner.hpp"
#include "tkl/status.hpp"

namespace tkl {

/// How a system with some unknowns is solved, and what that takes.
struct SystemPlan {
  Index landmarks = 0;  ///< of the sketch that preconditions; 0: a factor does
  double work = 0.0;    ///< nanoseconds, by a model of the costs, that one thread will take
  double memory = 0.0;  ///< bytes
};

/// By a factor if that is the least work and fits into the memory, else by a sketch.
SystemPlan plan_system(const KernelMatrix& K, Index unknowns, double memory);

/// The linear system behind every Newton step on OPT_A, for some rows R,
///
///   (K_RR + shift·I) x + β1 = r,   1ᵀx = total,
///
/// by preconditioned conjugate gradients in double precision on the null space of the constraint.
class BorderedSystem {
 public:
  /// Takes so many bytes at most. A stop ends the iterations where they are.
  explicit BorderedSystem(const KernelMatrix& K,
                          double memory = std::numeric_limits<double>::infinity(),
                          StopRequest stop = {})
      : K_(K), memory_(memory), stop_(std::move(stop)) {}

  /// Prepares for solving with these rows, ascending and at least two. Returns false if K is not
  /// finite.
  bool prepare(const std::vector<Index>& rows, double shift = 0.0);

  struct Solution {
    Vector x;
    double beta;
    Vector product;  ///< K(:, R)·x, all m rows
    bool converged;
  };
  /// What a residual may cost: by its 1-norm, or, where K has a ridge, as the duality gap that it is
  /// there, half of the sum of its squares over the ridge.
  struct Allowed {
    double sum = 0.0;
    double gap = 0.0;
  };
  /// Converged means: the residual is allowed, or the error is negligible against that of x = 0.
  Solution solve(const Vector& r, double total, const Allowed& allowed);

  /// Nanoseconds, by a model of the costs, that one thread has taken so far.
  double work() const;

 private:
  void choose_preconditioner(Index unknowns);
  Solution iterate(const Vector& r, double total, const Allowed& allowed);
  bool is_allowed(const Vector& residual, const Allowed& allowed) const;

  const KernelMatrix& K_;
  double memory_;
  StopRequest stop_;
  std::unique_ptr<Preconditioner> preconditioner_;
  Index landmarks_ = 0;  // of the present preconditioner
  std::vector<Index> rows_;
  double shift_ = 0.0;   // the least that keeps the system solvable, or what was asked for
  Vector ridge_;         // of the rows
  Vector inverse_ones_;  // the preconditioner applied to 1
  double work_ = 0.0;    // without that of the present preconditioner
};

}  // namespace tkl
