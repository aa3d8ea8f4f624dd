#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "linalg/symmetric_single.hpp"
#include "svm/kernel_matrix.hpp"
#include "svm/preconditioner.hpp"
#include "tkl/status.hpp"

namespace tkl {

/// How a system with some unknowns is solved, and what that takes.
struct SystemPlan {
  bool structured = false;  ///< whether the structure of K gives an inverse
  Index landmarks = 0;      ///< else of the sketch that preconditions; 0: a factor does
  bool copies = false;      ///< whether products of the iterations are with a copy of K_RR
  double work = 0.0;        ///< nanoseconds, by a model of the costs, that one thread will take
  double memory = 0.0;      ///< bytes
};

enum class Sketches { allowed, avoided };

/// By the structure of K if it has one; by a factor if that is the least work and fits into the memory, else by a sketch, with a copy on
/// the same terms. Where sketches are avoided, by a factor whenever it fits.
SystemPlan plan_system(const KernelMatrix& K, Index unknowns, double memory,
                       Sketches sketches = Sketches::allowed);

/// The linear system behind every Newton step on OPT_A, for some rows R,
///
///   (K_RR + shift·I) x + β1 = r,   1ᵀx = total,
///
/// by preconditioned conjugate gradients in double precision on the null space of the constraint.
/// Where iterations are many, they take their products from a copy of K_RR in single precision: that
/// reads a quarter of the bytes. K itself has the last word on the residual, and if it objects the
/// iterations go on from there.
///
/// How many iterations a sketch will need is not known beforehand: few where K has a long tail of small
/// eigenvalues, hundreds where they fall quickly. Once iterations have cost as much as a factor would,
/// there is one, and no sketch any more.
class BorderedSystem {
 public:
  /// Takes so many bytes at most. A stop ends the iterations where they are.
  explicit BorderedSystem(const KernelMatrix& K,
                          double memory = std::numeric_limits<double>::infinity(),
                          StopRequest stop = {}, Sketches sketches = Sketches::allowed)
      : K_(K), memory_(memory), stop_(std::move(stop)), sketches_(sketches) {}

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
  /// Avoided, once a sketch has turned out to be weak.
  Sketches sketches() const { return sketches_; }

 private:
  /// How many iterations the present preconditioner is worth.
  int patience() const;
  void choose_preconditioner(const SystemPlan& plan);
  /// Whether the preconditioner is positive definite as far as the constraint tells.
  bool is_preconditioned();
  Solution iterate(const Vector& r, double total, const Allowed& allowed);
  void iterate_with_copy(const Vector& r, const Allowed& allowed, Vector& residual,
                         Solution& solution);
  /// Takes out of the residual what all rows have in common, which belongs to β, and returns what the
  /// preconditioner makes of the rest.
  Vector precondition(Vector& residual, double& beta) const;
  /// Until the residual is allowed, or the error as many times smaller as the accuracy says.
  template <class Products>
  void conjugate_gradients(Products& products, double accuracy, const Allowed& allowed,
                           Vector& residual, Solution& solution);
  bool is_allowed(const Vector& residual, const Allowed& allowed) const;

  const KernelMatrix& K_;
  double memory_;
  StopRequest stop_;
  Sketches sketches_;
  std::unique_ptr<Preconditioner> preconditioner_;
  Index landmarks_ = 0;  // of the present preconditioner
  std::vector<Index> rows_;
  std::optional<linalg::SymmetricSingle> copy_;  // of K_RR
  double asked_shift_ = 0.0;
  double shift_ = 0.0;   // the least that keeps the system solvable, or what was asked for
  Vector ridge_;         // of the rows
  Vector inverse_ones_;  // the preconditioner applied to 1
  int iterations_ = 0;   // of the present solution
  double work_ = 0.0;    // without that of the present preconditioner
};

}  // namespace tkl
