#include <utility>
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
    Evaluation trial = oracle.evaluate(at.P + eta * (target - at.P), at.weights(), at.primal);
    if (sufficient_decrease(at, trial, trial.dual - at.dual, eta * promised)) {
      at = std::move(trial);
      return true;
    }
    if (oracle.reason_to_stop()) return false;
  }
  return false;
}

/// X with XᵀX the second derivative of OPT_A; nothing if it cannot be had. Several subjects add up.
Matrix root_of_hessian(Oracle& oracle, const Evaluation& at) {
  std::vector<Matrix> roots;
  Index count = 0;
  for (std::size_t k = 0; k < at.answers.size(); ++k) {
    Subject& subject = *oracle.subjects()[k];
    const SubjectAnswer& answer = at.answers[k];
    const std::vector<Index> rows = free_support(subject.problem(), answer.svm.w);
    if (rows.size() < 2) continue;
    roots.push_back(subject.root_of_curvature(at.P, rows, answer.sensitivity->jacobian(rows)));
    if (roots.back().rows() == 0) return {};
    if (at.answers.size() > 1) subject.forget_kernel();
    count += roots.back().rows();
  }
  if (roots.size() == 1) return std::move(roots.front());
  Matrix stacked(count, roots.empty() ? 0 : roots.front().cols());
  Index row = 0;
  for (const Matrix& root : roots) {
    stacked.middleRows(row, root.rows()) = root;
    row += root.rows();
  }
  return stacked;
}

}  // namespace

bool Newton::advance(Oracle& oracle, Evaluation& at) {
  // From the identity the model promises far more than it holds; one gradient step first finds the
  // region where it can be trusted.
  const bool is_first = std::exchange(first_, false);
  if (is_first && at.P == oracle.feasible_set().start()) return QuasiNewton().advance(oracle, at);
  const Matrix X = root_of_hessian(oracle, at);
  if (X.rows() == 0) return FrankWolfe().advance(oracle, at);
  const Matrix target =
      minimise_quadratic_model(oracle.feasible_set(), at.P, at.gradient(), X, 0.02 * oracle.gap());
  return backtrack(oracle, at, target) || FrankWolfe().advance(oracle, at);
}

}  // namespace tkl
