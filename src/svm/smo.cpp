#include "svm/smo.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tkl {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The pair update and the two scans that choose it.
class Smo {
 public:
  Smo(const SvmProblem& problem, const Matrix& K, DualState& state)
      : problem_(problem),
        K_(K),
        state_(state),
        diagonal_(K.diagonal()),
        price_up_(problem.size()),
        price_down_(problem.size()) {
    // Curvature along a pair of equal points is zero, or negative by rounding.
    smallest_curvature_ = 1e-12 * std::max(diagonal_.cwiseAbs().maxCoeff(), 1e-300);
    for (Index i = 0; i < problem.size(); ++i) set_prices(i);
    find_steepest_up();
  }

  /// Returns false if the best pair violates optimality by no more than `violation`.
  bool update(double violation) {
    if (up_ < 0) return false;
    const Index down = find_best_partner(violation);
    if (down < 0) return false;
    const double step = exact_step(up_, down);
    if (!(step > 0.0)) return false;
    apply(up_, down, step);
    return true;
  }

 private:
  double gradient(Index i) const { return problem_.y(i) - state_.f(i); }

  /// What ε|w_i| and the bounds take from the gain of moving w_i up or down.
  void set_prices(Index i) {
    const double w = state_.w(i);
    const double epsilon = problem_.epsilon;
    price_up_(i) = w < problem_.upper(i) ? (w >= 0.0 ? epsilon : -epsilon) : infinity;
    price_down_(i) = w > problem_.lower(i) ? (w > 0.0 ? epsilon : -epsilon) : -infinity;
  }

  void find_steepest_up() {
    up_ = -1;
    up_gain_ = -infinity;
    for (Index i = 0; i < problem_.size(); ++i) {
      const double gain = gradient(i) - price_up_(i);
      if (gain > up_gain_) {
        up_gain_ = gain;
        up_ = i;
      }
    }
  }

  Index find_best_partner(double violation) const {
    const double* column = K_.col(up_).data();
    const double base = diagonal_(up_);
    Index best = -1;
    double best_gain = 0.0;
    for (Index j = 0; j < problem_.size(); ++j) {
      const double slope = up_gain_ - (gradient(j) - price_down_(j));
      if (!(slope > violation)) continue;
      const double curvature = std::max(base + diagonal_(j) - 2.0 * column[j], smallest_curvature_);
      const double gain = slope * slope / curvature;
      if (gain > best_gain) {
        best_gain = gain;
        best = j;
      }
    }
    return best;
  }

  /// The maximiser t of the concave, piecewise quadratic objective along w + t(e_i - e_j).
  double exact_step(Index i, Index j) const {
    const double curvature =
        std::max(diagonal_(i) + diagonal_(j) - 2.0 * K_(j, i), smallest_curvature_);
    const double limit = std::min(problem_.upper(i) - state_.w(i), state_.w(j) - problem_.lower(j));
    double slope = up_gain_ - (gradient(j) - price_down_(j));
    double t = 0.0;
    while (true) {
      const double kink_i = -state_.w(i) > t ? -state_.w(i) : infinity;
      const double kink_j = state_.w(j) > t ? state_.w(j) : infinity;
      const double next = std::min({limit, kink_i, kink_j});
      if (t + slope / curvature <= next) return t + slope / curvature;
      slope -= curvature * (next - t);
      t = next;
      if (t >= limit) return limit;
      if (t >= kink_i) slope -= 2.0 * problem_.epsilon;
      if (t >= kink_j) slope -= 2.0 * problem_.epsilon;
      if (slope <= 0.0) return t;
    }
  }

  void apply(Index i, Index j, double step) {
    const double room_i = problem_.upper(i) - state_.w(i);
    const double room_j = state_.w(j) - problem_.lower(j);
    // Bounds and zeros are reached exactly, or they would be missed for ever by a rounding error.
    state_.w(i) = step >= room_i ? problem_.upper(i) : state_.w(i) + step;
    state_.w(j) = step >= room_j ? problem_.lower(j) : state_.w(j) - step;
    set_prices(i);
    set_prices(j);

    const double* column_i = K_.col(i).data();
    const double* column_j = K_.col(j).data();
    double* f = state_.f.data();
    for (Index k = 0; k < problem_.size(); ++k) f[k] += step * (column_i[k] - column_j[k]);
    find_steepest_up();
  }

  const SvmProblem& problem_;
  const Matrix& K_;
  DualState& state_;
  Vector diagonal_;
  Vector price_up_;
  Vector price_down_;
  double smallest_curvature_ = 0.0;
  Index up_ = -1;
  double up_gain_ = 0.0;
};

}  // namespace

long run_smo(const SvmProblem& problem, const Matrix& K, DualState& state, long updates,
             double violation) {
  Smo smo(problem, K, state);
  long done = 0;
  while (done < updates && smo.update(violation)) ++done;
  return done;
}

}  // namespace tkl
