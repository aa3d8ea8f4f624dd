#pragma once

#include <deque>

#include "learn/oracle.hpp"

namespace tkl {

/// A rule for the next P. Steps are tried along segments inside the feasible set, where K is the
/// same combination of the end points' K as P is.
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
  bool advance(Oracle& oracle, Evaluation& at) override;
};

/// Spectral projected gradient: P - step·gradient, projected, with the Barzilai–Borwein step length
/// and a non-monotone line search.
class ProjectedGradient final : public StepRule {
 public:
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  double step_ = 0.0;  // 0: none yet
  std::deque<double> recent_values_;
};

/// Newton's method: the minimum over the feasible set of the second-order model of OPT_A. With F
/// the free rows, J the Jacobian of K(P)w there and S from FaceSystem, the Hessian is JᵀSJ.
class Newton final : public StepRule {
 public:
  bool advance(Oracle& oracle, Evaluation& at) override;

 private:
  bool first_ = true;
};

/// Tries P + η(target - P) for η = 1, ½, ¼, … until OPT_A has fallen below `reference` by a fraction
/// of what the gradient promises.
bool backtrack(Oracle& oracle, Evaluation& at, const Matrix& target, double reference);

}  // namespace tkl
