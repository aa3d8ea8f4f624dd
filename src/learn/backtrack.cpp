#include "learn/steps.hpp"

namespace tkl {

bool backtrack(Oracle& oracle, Evaluation& at, const Matrix& target, double reference) {
  constexpr double sufficient = 1e-4;
  constexpr int most_halvings = 6;
  const double promised = inner_product(at.gradient(), target - at.P);
  if (!(promised < 0.0)) return false;
  const Matrix K_target = oracle.gram(target);
  double eta = 1.0;
  for (int halving = 0; halving <= most_halvings; ++halving, eta *= 0.5) {
    Matrix P = eta == 1.0 ? target : Matrix(at.P + eta * (target - at.P));
    Matrix K = eta == 1.0 ? K_target : Matrix(at.K + eta * (K_target - at.K));
    Evaluation trial = oracle.evaluate(std::move(P), std::move(K), at.svm.w);
    // The dual value is what is known of OPT_A from below; an inexact solve must not be taken for a
    // bad step.
    const double uncertainty = trial.svm.gap() + at.svm.gap();
    if (trial.svm.dual <= reference + sufficient * eta * promised + uncertainty) {
      at = std::move(trial);
      return true;
    }
    if (oracle.reason_to_stop()) return false;
  }
  return false;
}

}  // namespace tkl
