#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Eigenvalues>

#include "learn/steps.hpp"

namespace tkl {

namespace {

constexpr std::size_t memory = 12;

/// A square root of P' = (P - τI)/(1-τ), which has norm √s. For the diagonal shape, elementwise.
Matrix square_root(const FeasibleSet& set, const Matrix& P) {
  const double tau = set.tau();
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    return ((P.array() - tau).max(0.0) / (1.0 - tau)).sqrt();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(P);
  const Vector roots = ((eigen.eigenvalues().array() - tau).max(0.0) / (1.0 - tau)).sqrt();
  return eigen.eigenvectors() * roots.asDiagonal();
}

Matrix parameter(const FeasibleSet& set, const Matrix& U) {
  const double tau = set.tau();
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    return (tau + (1.0 - tau) * U.array().square()).matrix();
  }
  Matrix P = (1.0 - tau) * U * U.transpose();
  P.diagonal().array() += tau;
  return 0.5 * (P + P.transpose());
}

/// Gradient of OPT_A with respect to U, along the sphere |U|² = s.
Matrix factor_gradient(const FeasibleSet& set, const Matrix& G, const Matrix& U) {
  const Matrix product =
      set.shape() == FeasibleSet::Shape::diagonal ? Matrix(G.cwiseProduct(U)) : Matrix(G * U);
  const double radial = inner_product(product, U) / U.squaredNorm();
  return 2.0 * (1.0 - set.tau()) * (product - radial * U);
}

}  // namespace

/// The two-loop recursion.
Matrix QuasiNewton::direction(const Matrix& gradient) const {
  Matrix q = gradient;
  std::vector<double> alpha(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    alpha[k] = inner_product(pairs_[k].move, q) / pairs_[k].product;
    q -= alpha[k] * pairs_[k].change;
  }
  if (!pairs_.empty()) q *= pairs_.back().product / pairs_.back().change.squaredNorm();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const double beta = inner_product(pairs_[k].change, q) / pairs_[k].product;
    q += (alpha[k] - beta) * pairs_[k].move;
  }
  return -q;
}

void QuasiNewton::remember(Pair pair) {
  pair.product = inner_product(pair.move, pair.change);
  if (!(pair.product > 1e-10 * pair.move.norm() * pair.change.norm())) return;
  pairs_.push_back(std::move(pair));
  if (pairs_.size() > memory) pairs_.pop_front();
}

bool QuasiNewton::advance(Oracle& oracle, Evaluation& at) {
  constexpr int most_trials = 10;
  const FeasibleSet& set = oracle.feasible_set();
  const double radius = std::sqrt(static_cast<double>(set.size()));
  if (P_.size() == 0 || P_ != at.P) {
    pairs_.clear();
    P_ = at.P;
    U_ = square_root(set, at.P);
  }
  const Matrix gradient = factor_gradient(set, at.gradient(), U_);
  Matrix step = direction(gradient);
  if (!(inner_product(gradient, step) < 0.0)) {
    pairs_.clear();
    step = -gradient;
  }
  // As long as nothing is known of the curvature: an eighth of a turn of the sphere.
  if (pairs_.empty()) step *= radius / step.norm();
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
      remember({U - U_, factor_gradient(set, trial.gradient(), U) - gradient, 0.0});
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
