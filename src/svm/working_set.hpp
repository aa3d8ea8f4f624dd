#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "svm/dual_state.hpp"
#include "svm/pair_scan.hpp"

namespace tkl {

/// What ε|w_i| and the bounds take from the gain of moving w_i up, or down.
inline double price_up(const SvmProblem& problem, Index i, double w) {
  if (w >= problem.upper(i)) return std::numeric_limits<double>::infinity();
  return w >= 0.0 ? problem.epsilon : -problem.epsilon;
}
inline double price_down(const SvmProblem& problem, Index i, double w) {
  if (w <= problem.lower(i)) return -std::numeric_limits<double>::infinity();
  return w > 0.0 ? problem.epsilon : -problem.epsilon;
}

/// SMO on a working set: moves w_i up and w_j down by the same amount, i the row that violates
/// optimality most, j the one that promises the largest gain to second order.
template <class T>
class WorkingSet {
  using Block = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using Array = Eigen::Matrix<T, Eigen::Dynamic, 1>;

 public:
  /// Only differences of gradients matter. They are taken from `centre`, next to which far targets
  /// would drown them in single precision.
  WorkingSet(const SvmProblem& problem, const std::vector<Index>& rows, const Block& block,
             const DualState& state, double centre)
      : problem_(problem),
        rows_(rows),
        block_(block),
        w_(state.w(rows)),
        gradient_(Array::Zero(block.rows())),
        price_up_(Array::Constant(block.rows(), std::numeric_limits<T>::infinity())),
        price_down_(-price_up_),
        diagonal_(block.diagonal()) {
    smallest_curvature_ =
        std::max(std::numeric_limits<T>::epsilon() * diagonal_.cwiseAbs().maxCoeff(), T(1e-30));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Index i = rows[k];
      gradient_(static_cast<Index>(k)) = static_cast<T>(problem.y(i) - state.f(i) - centre);
      set_prices(static_cast<Index>(k));
    }
    steepest_ = update_gradient(arrays(), block_.col(0).data(), block_.col(0).data(), T{});
  }

  double violation() const { return double{steepest_.up_gain} - double{steepest_.down_gain}; }

  /// Improves by one pair. Returns false if no pair promises a gain.
  bool update() {
    const auto i = static_cast<Index>(steepest_.up);
    if (!std::isfinite(steepest_.up_gain)) return false;
    const auto j = static_cast<Index>(best_partner(arrays(), block_.col(i).data(), diagonal_(i),
                                                   steepest_.up_gain, smallest_curvature_));
    if (j == block_.rows()) return false;
    const double step = exact_step(i, j);
    if (!(step > 0.0)) return false;
    const double room_i = upper(i) - w_(i);
    const double room_j = w_(j) - lower(j);
    // Bounds and zeros are reached exactly, or they would be missed for ever by a rounding error.
    w_(i) = step >= room_i ? upper(i) : w_(i) + step;
    w_(j) = step >= room_j ? lower(j) : w_(j) - step;
    set_prices(i);
    set_prices(j);
    steepest_ =
        update_gradient(arrays(), block_.col(i).data(), block_.col(j).data(), static_cast<T>(step));
    return true;
  }

  const Vector& w() const { return w_; }

 private:
  double upper(Index k) const { return problem_.upper(rows_[static_cast<std::size_t>(k)]); }
  double lower(Index k) const { return problem_.lower(rows_[static_cast<std::size_t>(k)]); }

  WorkingArrays<T> arrays() {
    return {gradient_.data(), price_up_.data(), price_down_.data(), diagonal_.data(),
            static_cast<std::size_t>(gradient_.size())};
  }

  void set_prices(Index k) {
    const Index i = rows_[static_cast<std::size_t>(k)];
    price_up_(k) = static_cast<T>(price_up(problem_, i, w_(k)));
    price_down_(k) = static_cast<T>(price_down(problem_, i, w_(k)));
  }

  /// The maximiser t of the concave, piecewise quadratic objective along w + t(e_i - e_j).
  double exact_step(Index i, Index j) const {
    const double curvature = std::max(double{diagonal_(i)} + diagonal_(j) - 2.0 * block_(j, i),
                                      double{smallest_curvature_});
    const double limit = std::min(upper(i) - w_(i), w_(j) - lower(j));
    double slope = double{steepest_.up_gain} - (double{gradient_(j)} - price_down_(j));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double t = 0.0;
    while (true) {
      const double kink_i = -w_(i) > t ? -w_(i) : infinity;
      const double kink_j = w_(j) > t ? w_(j) : infinity;
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

  const SvmProblem& problem_;
  const std::vector<Index>& rows_;
  const Block& block_;
  Vector w_;
  Array gradient_;
  Array price_up_;
  Array price_down_;
  Array diagonal_;
  T smallest_curvature_{};
  Steepest<T> steepest_{};
};

template <class T>
WorkingSet(const SvmProblem&, const std::vector<Index>&,
           const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>&, const DualState&, double)
    -> WorkingSet<T>;

}  // namespace tkl
