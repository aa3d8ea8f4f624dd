#include <vector>

#include "learn/quadratic_model.hpp"
#include "learn/steps.hpp"
#include "svm/face.hpp"

namespace tkl {

namespace {

/// Tries P + η(target - P) for η = 1, ½, ¼, …
bool backtrack(Oracle& oracle, Evaluation& at, const Matrix& target) {
  constexpr int most_trials = 6;
  const double promised = inner_product(at.gradient(), target - at.P);
  if (!(promised < 0.0)) return false;
  double eta = 1.0;
  for (int trial_number = 0; trial_number < most_trials; ++trial_number, eta *= 0.5) {
    Evaluation trial = oracle.evaluate(at.P + eta * (target - at.P), at.svm.w, at.svm.primal);
    if (sufficient_decrease(at, trial, trial.svm.dual - at.svm.dual, eta * promised)) {
      at = std::move(trial);
      return true;
    }
    if (oracle.reason_to_stop()) return false;
  }
  return false;
}

}  // namespace

bool Newton::advance(Oracle& oracle, Evaluation& at) {
  // From the identity the model promises far more than it holds; one gradient step first finds the
  // region where it can be trusted.
  if (first_) {
    first_ = false;
    return QuasiNewton().advance(oracle, at);
  }
  std::vector<Index> rows;
  for (const Index i : free_rows(oracle.problem(), at.svm.w)) {
    if (at.svm.w(i) != 0.0) rows.push_back(i);
  }
  const auto free = static_cast<double>(rows.size());
  if (rows.size() < 2 || !oracle.has_memory_for(8.0 * free * free)) {
    return FrankWolfe().advance(oracle, at);
  }
  const Matrix X = FaceSystem(oracle.kernel(at.P), rows).whiten(at.sensitivity->jacobian(rows));
  const Matrix target =
      minimise_quadratic_model(oracle.feasible_set(), at.P, at.gradient(), X, 0.02 * oracle.gap());
  return backtrack(oracle, at, target) || FrankWolfe().advance(oracle, at);
}

}  // namespace tkl
