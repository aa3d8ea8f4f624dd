#include "svm/face.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"
#include "svm/feasibility.hpp"
#include "tkl/error.hpp"

namespace tkl {

std::vector<Index> free_rows(const SvmProblem& problem, const Vector& w) {
  std::vector<Index> rows;
  for (Index i = 0; i < w.size(); ++i) {
    const bool at_kink = w(i) == 0.0 && problem.epsilon > 0.0;
    if (w(i) > problem.lower(i) && w(i) < problem.upper(i) && !at_kink) rows.push_back(i);
  }
  return rows;
}

double kink_sign(const SvmProblem& problem, double w) {
  if (problem.epsilon == 0.0 || w == 0.0) return 0.0;
  return w > 0.0 ? 1.0 : -1.0;
}

FaceSystem::FaceSystem(const Matrix& K, const std::vector<Index>& rows)
    : matrix_(K(rows, rows)), whitened_ones_(Vector::Ones(static_cast<Index>(rows.size()))) {
  double jitter = 1e-13 * matrix_.diagonal().cwiseAbs().mean();
  while (true) {
    factor_ = matrix_;
    factor_.diagonal().array() += jitter;
    if (linalg::cholesky(factor_)) break;
    jitter = std::max(10.0 * jitter, 1e-300);
    if (!std::isfinite(jitter)) {
      throw Error("the kernel matrix is too large for floating point; rescale the kernel");
    }
  }
  linalg::solve_lower(factor_, whitened_ones_);
}

Vector FaceSystem::apply_inverse(const Vector& r) const {
  Vector x = r;
  linalg::solve_lower(factor_, x);
  linalg::solve_lower_transposed(factor_, x);
  return x;
}

Vector FaceSystem::solve(const Vector& r, double total) const {
  const Vector inverse_ones = apply_inverse(Vector::Ones(r.size()));
  const double weight = inverse_ones.sum();
  const auto constrained = [&](const Vector& right, double sum) {
    const Vector x = apply_inverse(right);
    return Vector(x + (sum - x.sum()) / weight * inverse_ones);
  };
  Vector x = constrained(r, total);
  for (int refinement = 0; refinement < 2; ++refinement) {
    Vector residual = r - matrix_ * x;
    residual.array() -= residual.mean();  // β is free, so only differences count
    x += constrained(residual, total - x.sum());
  }
  return x;
}

Matrix FaceSystem::whiten(Matrix J) const {
  linalg::solve_lower(factor_, J);
  const Vector direction = whitened_ones_.normalized();
  J -= direction * (direction.transpose() * J).eval();
  return J;
}

namespace {

/// The largest t ≤ 1 for which w + t·step stays between bounds and on its side of zero.
double longest_step(const SvmProblem& problem, const Vector& w, const std::vector<Index>& rows,
                    const Vector& step) {
  double t = 1.0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Index i = rows[k];
    const double d = step(static_cast<Index>(k));
    if (d == 0.0) continue;
    const double sign = kink_sign(problem, w(i));
    const double low = sign > 0.0 ? 0.0 : problem.lower(i);
    const double high = sign < 0.0 ? 0.0 : problem.upper(i);
    t = std::min(t, ((d > 0.0 ? high : low) - w(i)) / d);
  }
  return std::max(t, 0.0);
}

/// w + t·step with every weight cut at its bound or at zero, and the sum repaired.
Vector cut_step(const SvmProblem& problem, Vector w, const std::vector<Index>& rows,
                const Vector& step, double t) {
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Index i = rows[k];
    const double sign = kink_sign(problem, w(i));
    const double low = sign > 0.0 ? 0.0 : problem.lower(i);
    const double high = sign < 0.0 ? 0.0 : problem.upper(i);
    w(i) = std::clamp(w(i) + t * step(static_cast<Index>(k)), low, high);
  }
  repair_sum(problem, w);
  return w;
}

}  // namespace

bool newton_step(const SvmProblem& problem, const Matrix& K, DualState& state) {
  const std::vector<Index> rows = free_rows(problem, state.w);
  if (rows.size() < 2) return false;
  Vector r(static_cast<Index>(rows.size()));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Index i = rows[k];
    r(static_cast<Index>(k)) =
        problem.y(i) - state.f(i) - problem.epsilon * kink_sign(problem, state.w(i));
  }
  const Vector step = FaceSystem(K, rows).solve(r, 0.0);
  if (!step.allFinite()) return false;

  // The full step cut at the bounds finds the right face at once when few weights hit a bound; the
  // step to the first bound always gains.
  const double before = dual_value(problem, state);
  for (const double t : {1.0, longest_step(problem, state.w, rows, step)}) {
    DualState candidate;
    candidate.w = cut_step(problem, state.w, rows, step, t);
    candidate.f = multiply(K, candidate.w);
    if (dual_value(problem, candidate) > before) {
      state = std::move(candidate);
      return true;
    }
  }
  return false;
}

Vector multiply(const Matrix& K, const Vector& w) {
  Vector f = Vector::Zero(K.rows());
  for (Index j = 0; j < w.size(); ++j) {
    if (w(j) != 0.0) f += w(j) * K.col(j);
  }
  return f;
}

}  // namespace tkl
