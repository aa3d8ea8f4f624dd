#include "learn/quadratic_model.hpp"
#include "learn/steps.hpp"
#include "svm/face.hpp"

namespace tkl {

bool Newton::advance(Oracle& oracle, Evaluation& at) {
  // From the identity the model promises far more than it holds; one gradient step first finds the
  // region where it can be trusted.
  if (first_) {
    first_ = false;
    return ProjectedGradient().advance(oracle, at);
  }
  const FeasibleSet& set = oracle.feasible_set();
  std::vector<Index> rows;
  for (const Index i : free_rows(oracle.problem(), at.svm.w)) {
    if (at.svm.w(i) != 0.0) rows.push_back(i);
  }
  if (rows.size() < 2) return FrankWolfe().advance(oracle, at);
  const Matrix X = FaceSystem(at.K, rows).whiten(at.sensitivity->jacobian(rows));
  const Matrix target =
      minimise_quadratic_model(set, at.P, at.gradient(), X, 0.02 * oracle.gap());
  return backtrack(oracle, at, target, at.svm.dual) || FrankWolfe().advance(oracle, at);
}

}  // namespace tkl
