#include "svm/interior_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "linalg/dense.hpp"
#include "svm/face.hpp"
#include "svm/feasibility.hpp"

namespace tkl {

namespace {

constexpr int most_iterations = 80;

/// α⁺ or α⁻ of every row, with the multipliers z of α ≥ 0 and t of α ≤ cap. A half with cap 0 does
/// not exist; its entries stay zero.
struct Half {
  Half(double half_sign, Vector half_cap) : sign(half_sign), cap(std::move(half_cap)) {}

  double sign;
  Vector cap;
  Vector alpha, slack, z, t;  // slack = cap - α
  Vector theta, rho;          // dα = (ρ - sign·(K dw + dβ)) / θ
  Vector d_alpha, d_z, d_t;

  bool exists(Index i) const { return cap(i) > 0.0; }
};

class InteriorPoint {
 public:
  InteriorPoint(Matrix K, Vector y, const Vector& lower, const Vector& upper, double epsilon,
                double total, double typical_weight)
      : K_(std::move(K)),
        y_(std::move(y)),
        epsilon_(epsilon),
        total_(total),
        halves_{Half(1.0, upper), Half(-1.0, -lower)} {
    const double multiplier = std::max(y_.cwiseAbs().mean() + epsilon_, 1e-12);
    for (Half& half : halves_) {
      half.alpha = (0.5 * half.cap).cwiseMin(typical_weight);
      half.slack = half.cap - half.alpha;
      half.z = (half.cap.array() > 0.0).select(Vector::Constant(size(), multiplier), 0.0);
      // The same complementarity at both ends, or a huge cap would drown the other.
      half.t =
          (half.cap.array() > 0.0)
              .select((half.z.array() * half.alpha.array() / half.slack.array()).matrix(), 0.0);
      half.theta = half.rho = half.d_alpha = half.d_z = half.d_t = Vector::Zero(size());
      for (Index i = 0; i < size(); ++i) existing_ += half.exists(i) ? 2 : 0;
      total_cap_ += half.cap.sum();
    }
    collect_weights();
  }

  void run(double tolerance, const StopRequest& stop) {
    double last_residual = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      if (stop && stop()) return;
      const double mu = complementarity();
      const double allowed = tolerance * std::max(1e-300, std::abs(objective()));
      const double residual = dual_residual();
      const double infeasible = std::abs(total_ - w_.sum()) / std::max(1e-300, w_.lpNorm<1>());
      // A residual costs up to the cap of its row in the primal objective; below that, or where
      // rounding lets it fall no further, it is small enough.
      const bool settled = residual * total_cap_ <= allowed || residual > 0.5 * last_residual;
      if (mu * existing_ <= allowed && infeasible < 1e-12 && settled) return;
      last_residual = residual;
      if (!factorise()) return;
      direction(0.0, false);
      const double affine = step_length();
      const double sigma = std::pow(complementarity_after(affine) / mu, 3);
      direction(sigma * mu, true);
      const double length = 0.995 * step_length();
      if (!(length > 1e-10)) return;
      move(std::min(1.0, length));
    }
  }

  const Vector& w() const { return w_; }

  /// w with every half put to the side that its multipliers say is the active one.
  Vector snapped() const {
    Vector w = Vector::Zero(size());
    for (const Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (!half.exists(i)) continue;
        const double a = half.alpha(i) / half.cap(i);
        const double s = half.slack(i) / half.cap(i);
        double value = half.alpha(i);
        if (half.z(i) * half.cap(i) > half.alpha(i) * sharpness() && a < s) value = 0.0;
        if (half.t(i) * half.cap(i) > half.slack(i) * sharpness() && s < a) value = half.cap(i);
        w(i) += half.sign * value;
      }
    }
    return w;
  }

 private:
  Index size() const { return y_.size(); }

  /// Multiplier over weight at which a half counts as inactive: the curvature of the objective.
  double sharpness() const { return K_.diagonal().mean(); }

  void collect_weights() {
    w_ = halves_[0].alpha - halves_[1].alpha;
    f_ = K_ * w_;
  }

  double objective() const {
    return y_.dot(w_) - epsilon_ * (halves_[0].alpha.sum() + halves_[1].alpha.sum()) -
           0.5 * w_.dot(f_);
  }

  double complementarity() const {
    double sum = 0.0;
    for (const Half& half : halves_) sum += half.alpha.dot(half.z) + half.slack.dot(half.t);
    return sum / existing_;
  }

  double complementarity_after(double length) const {
    double sum = 0.0;
    for (const Half& half : halves_) {
      sum += (half.alpha + length * half.d_alpha).dot(half.z + length * half.d_z) +
             (half.slack - length * half.d_alpha).dot(half.t + length * half.d_t);
    }
    return std::max(0.0, sum / existing_);
  }

  double residual(const Half& half, Index i) const {
    return half.sign * (f_(i) - y_(i) + beta_) + epsilon_ - half.z(i) + half.t(i);
  }

  double dual_residual() const {
    double worst = 0.0;
    for (const Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (half.exists(i)) worst = std::max(worst, std::abs(residual(half, i)));
      }
    }
    return worst;
  }

  bool factorise() {
    Vector spread = Vector::Zero(size());
    for (Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (!half.exists(i)) continue;
        half.theta(i) = half.z(i) / half.alpha(i) + half.t(i) / half.slack(i);
        spread(i) += 1.0 / half.theta(i);
      }
    }
    spread_ = spread;
    double jitter = 0.0;
    for (int attempt = 0; attempt < 12; ++attempt) {
      factor_ = K_;
      factor_.diagonal().array() += spread_.array().inverse() + jitter;
      if (linalg::cholesky(factor_)) {
        inverse_ones_ = solve(Vector::Ones(size()));
        return inverse_ones_.allFinite();
      }
      jitter = std::max(10.0 * jitter, 1e-14 * K_.diagonal().cwiseAbs().mean());
    }
    return false;
  }

  Vector solve(Vector r) const {
    linalg::solve_lower(factor_, r);
    linalg::solve_lower_transposed(factor_, r);
    return r;
  }

  /// The Newton direction to complementarity mu, with the second-order term if `correct`.
  void direction(double mu, bool correct) {
    Vector e = Vector::Zero(size());
    for (Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (!half.exists(i)) continue;
        double target_z = mu - half.alpha(i) * half.z(i);
        double target_t = mu - half.slack(i) * half.t(i);
        if (correct) {
          target_z -= half.d_alpha(i) * half.d_z(i);
          target_t += half.d_alpha(i) * half.d_t(i);
        }
        half.d_z(i) = target_z;  // completed below
        half.d_t(i) = target_t;
        half.rho(i) = -residual(half, i) + target_z / half.alpha(i) - target_t / half.slack(i);
        e(i) += half.sign * half.rho(i) / half.theta(i);
      }
    }
    const Vector base = solve(e.cwiseQuotient(spread_));
    d_beta_ = (base.sum() - (total_ - w_.sum())) / inverse_ones_.sum();
    const Vector dw = base - d_beta_ * inverse_ones_;
    const Vector change = (e - dw).cwiseQuotient(spread_);  // K dw + dβ
    for (Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (!half.exists(i)) continue;
        half.d_alpha(i) = (half.rho(i) - half.sign * change(i)) / half.theta(i);
        half.d_z(i) = (half.d_z(i) - half.z(i) * half.d_alpha(i)) / half.alpha(i);
        half.d_t(i) = (half.d_t(i) + half.t(i) * half.d_alpha(i)) / half.slack(i);
      }
    }
  }

  double step_length() const {
    double length = 1.0 / 0.995;
    const auto limit = [&length](double value, double change) {
      if (change < 0.0) length = std::min(length, -value / change);
    };
    for (const Half& half : halves_) {
      for (Index i = 0; i < size(); ++i) {
        if (!half.exists(i)) continue;
        limit(half.alpha(i), half.d_alpha(i));
        limit(half.slack(i), -half.d_alpha(i));
        limit(half.z(i), half.d_z(i));
        limit(half.t(i), half.d_t(i));
      }
    }
    return length;
  }

  void move(double length) {
    for (Half& half : halves_) {
      half.alpha += length * half.d_alpha;
      half.slack -= length * half.d_alpha;
      half.z += length * half.d_z;
      half.t += length * half.d_t;
    }
    beta_ += length * d_beta_;
    collect_weights();
  }

  Matrix K_;
  Vector y_;
  double epsilon_;
  double total_;
  std::array<Half, 2> halves_;
  double existing_ = 0.0;
  double total_cap_ = 0.0;
  double beta_ = 0.0;
  double d_beta_ = 0.0;
  Vector w_, f_;
  Vector spread_;  // D
  Matrix factor_;
  Vector inverse_ones_;
};

double typical_weight(const SvmProblem& problem, const Matrix& K, const DualState& state) {
  const double mean = state.w.cwiseAbs().mean();
  if (mean > 0.0) return mean;
  return std::max(problem.y.cwiseAbs().mean(), 1e-12) /
         std::max(K.diagonal().cwiseAbs().mean(), 1e-300);
}

}  // namespace

bool run_interior_point(const SvmProblem& problem, const Matrix& K, DualState& state,
                        const std::vector<Index>& rows, double tolerance, const StopRequest& stop) {
  Vector held = state.w;
  held(rows).setZero();
  const Vector y = problem.y - multiply(K, held);
  InteriorPoint method(K(rows, rows), y(rows), problem.lower(rows), problem.upper(rows),
                       problem.epsilon, -held.sum(), typical_weight(problem, K, state));
  method.run(tolerance, stop);

  bool improved = false;
  double best = dual_value(problem, state);
  for (const Vector& on_rows : {method.w(), method.snapped()}) {
    if (!on_rows.allFinite()) continue;
    DualState candidate{held, {}};
    candidate.w(rows) = on_rows;
    repair_sum(problem, candidate.w);
    candidate.f = multiply(K, candidate.w);
    const double value = dual_value(problem, candidate);
    const bool snapped_is_as_good = improved && value > best - tolerance * std::abs(best);
    if (value > best || snapped_is_as_good) {
      state = std::move(candidate);
      best = value;
      improved = true;
    }
  }
  return improved;
}

}  // namespace tkl
