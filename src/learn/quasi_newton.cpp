#include <algorithm>
#include <cmath>

#include "learn/square_root.hpp"
#include "learn/steps.hpp"

namespace tkl {

namespace {

/// Gradient of OPT_A with respect to U, along the sphere |U|² = s.
Matrix factor_gradient(const FeasibleSet& set, const Matrix& G, const Matrix& U) {
  const Matrix product =
      set.shape() == FeasibleSet::Shape::diagonal ? Matrix(G.cwiseProduct(U)) : Matrix(G * U);
  const double radial = inner_product(product, U) / U.squaredNorm();
  return 2.0 * (1.0 - set.tau()) * (product - radial * U);
}

}  // namespace

bool QuasiNewton::advance(Oracle& oracle, Evaluation& at) {
  constexpr int most_trials = 10;
  const FeasibleSet& set = oracle.feasible_set();
  const double radius = std::sqrt(static_cast<double>(set.size()));
  if (P_.size() == 0 || P_ != at.P) {
    curvature_.clear();
    P_ = at.P;
    U_ = square_root(set, at.P);
  }
  const Matrix gradient = factor_gradient(set, at.gradient(), U_);
  Matrix step = curvature_.direction(gradient);
  if (!(inner_product(gradient, step) < 0.0)) {
    curvature_.clear();
    step = -gradient;
  }
  // As long as nothing is known of the curvature: an eighth of a turn of the sphere.
  if (curvature_.is_empty()) step *= radius / step.norm();
  const double promised = inner_product(gradient, step);
  // Where U has lost rank its gradient is blind to what a new direction of P would gain.
  const double vertex_promise = inner_product(at.gradient(), at.vertex.P - at.P);
  if (!(promised < 1e-3 * vertex_promise)) return restart(oracle, at);

  double eta = std::min(1.0, 2.0 * radius / step.norm());
  for (int trial_number = 0; trial_number < most_trials; ++trial_number) {
    Matrix U = U_ + eta * step;
    U *= radius / U.norm();
    Matrix P = parameter(set, U);
    Evaluation trial = oracle.evaluate(std::move(P), at.weights(), at.primal);
    const double change = trial.dual - at.dual;
    if (sufficient_decrease(at, trial, change, eta * promised)) {
      curvature_.remember(U - U_, factor_gradient(set, trial.gradient(), U) - gradient);
      U_ = std::move(U);
      at = std::move(trial);
      P_ = at.P;
      return true;
    }
    if (oracle.reason_to_stop()) return false;
    // The minimum of the parabola through what is known, kept within reason.
    const double parabola = -0.5 * eta * eta * promised / (change - eta * promised);
    eta = std::clamp(parabola, 0.1 * eta, 0.5 * eta);
  }
  return restart(oracle, at);
}

bool QuasiNewton::restart(Oracle& oracle, Evaluation& at) {
  P_.resize(0, 0);
  // A vertex has rank one, and an SVM with a kernel of low rank can be hard to solve.
  return FrankWolfe(0.1).advance(oracle, at);
}

}  // namespace tkl
