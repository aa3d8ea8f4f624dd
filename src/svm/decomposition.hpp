#pragma once

#include <vector>

#include "svm/dual_state.hpp"
#include "svm/kernel_matrix.hpp"

namespace tkl {

/// Decomposition: all weights but those of a small working set are held, OPT_A is solved on the set
/// by sequential minimal optimisation, and f = Kw is brought up to date with one product.
///
/// The set holds the rows that violate optimality most, on both sides, and those it held before
/// while they are free to move. Its block of K is small enough to stay in a cache, so that a pair
/// update costs a fraction of a microsecond whatever m is. The block and the gradient on it are in
/// single precision: they only ever describe the change since the round began, and f and w
/// themselves are kept in double. Kernels of low rank with huge bounds need more: see be_precise().
class Decomposition {
 public:
  Decomposition(const SvmProblem& problem, const KernelMatrix& K, DualState& state);

  struct Round {
    bool moved;        ///< false: no pair of rows promises a gain any more
    long updates;      ///< of pairs
    double work;       ///< nanoseconds, by a model of the costs, that one thread would take
    double violation;  ///< of optimality by the worst pair before the round
  };

  /// Solves one working set, with at most `updates` pair updates.
  Round round(long updates);

  /// From now on the block is in double precision, too.
  void be_precise() { precise_ = true; }
  bool is_precise() const { return precise_; }

 private:
  struct Choice {
    std::vector<Index> rows;
    double violation;  ///< of optimality by the worst pair of all rows
    double centre;     ///< of that pair's gradients
  };
  Choice choose() const;

  const SvmProblem& problem_;
  const KernelMatrix& K_;
  DualState& state_;
  std::vector<Index> previous_;
  Eigen::MatrixXf block_;
  bool precise_ = false;
};

}  // namespace tkl
