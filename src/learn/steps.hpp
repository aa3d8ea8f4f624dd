#pragma once

#include "learn/limited_bfgs.hpp"
#include "learn/oracle.hpp"

namespace tkl {

/// A rule for the next P.
class StepRule {
 public:
  virtual ~StepRule() = default;
  /// Replaces `at` by an evaluation with a smaller OPT_A. Returns false if it finds none.
  virtual bool advance(Oracle& oracle, Evaluation& at) = 0;
};

/// The paper's Algorithm 1: towards the vertex of the feasible set that OPT_P names, with a line
/// search on the derivative of OPT_A.
class FrankWolfe final : public StepRule {
 public:
  /// Tries so much of the way first.
  explicit FrankWolfe(double first_try = 1.0) : first_try_(first_try) {}
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  double first_try_;
};

/// L-BFGS on a square root of P: P = τI + (1-τ)UUᵀ on the sphere |U|² = s. The square root adapts to
/// directions of very different size, where steps on P itself creep, and needs no P-sized Hessian.
class QuasiNewton final : public StepRule {
 public:
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  /// A step that needs no model of the curvature, and a new beginning for that model.
  bool restart(Oracle& oracle, Evaluation& at);

  Matrix P_;
  Matrix U_;  // a square root of P_
  LimitedBfgs curvature_;
};

/// Newton's method: the minimum over the feasible set of the second-order model of OPT_A. With F
/// the free rows, J the Jacobian of K(P)w there and S from FaceSystem, the Hessian is JᵀSJ.
class Newton final : public StepRule {
 public:
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  bool first_ = true;
};

/// Newton's method for a large P, of which the optimum has a low rank: P = τI + (1-τ)UUᵀ with few
/// columns U. The second-order model of OPT_A is minimised over U, which costs the size of U and not that
/// of P; a column along the vertex that OPT_P names keeps the rank free to grow.
class LowRankNewton final : public StepRule {
 public:
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  /// The square root of P, anew if P is not where the last step went.
  const Matrix& factor(const FeasibleSet& set, const Matrix& P);
  /// Where the model cannot be trusted: P ∝ (PDP)^½, which the optimum satisfies and which can but
  /// improve where τ = 0 (docs/math.md §5).
  bool reweight(Oracle& oracle, Evaluation& at);

  Matrix P_;
  Matrix U_;
};

/// Whether OPT_A fell by a fraction of what the gradient promises. Values are known only to within
/// the gaps of the SVM solves: an inexact solve must not be taken for a bad step.
bool sufficient_decrease(const Evaluation& from, const Evaluation& to, double change,
                         double promised);

}  // namespace tkl
