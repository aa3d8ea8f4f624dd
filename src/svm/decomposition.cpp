#include "svm/decomposition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "svm/face.hpp"
#include "svm/pair_scan.hpp"

namespace tkl {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What ε|w_i| and the bounds take from the gain of moving w_i up, or down.
double price_up(const SvmProblem& problem, Index i, double w) {
  if (w >= problem.upper(i)) return infinity;
  return w >= 0.0 ? problem.epsilon : -problem.epsilon;
}
double price_down(const SvmProblem& problem, Index i, double w) {
  if (w <= problem.lower(i)) return -infinity;
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

/// How many rows a working set has: enough to settle a good part of the free weights at a time, few
/// enough for a cache.
Index set_size(const SvmProblem& problem, const Vector& w) {
  constexpr Index smallest = 512;
  constexpr Index largest = 2048;
  const auto free = static_cast<Index>(free_rows(problem, w).size());
  return std::min(problem.size(), std::clamp(free / 4, smallest, largest));
}

/// A working set is solved until its worst violation is this share of what it was.
constexpr double accuracy = 0.1;

/// Keeps the `count` candidates with the largest key.
void keep_largest(std::vector<std::pair<double, Index>>& candidates, Index count) {
  if (static_cast<Index>(candidates.size()) <= count) return;
  std::nth_element(candidates.begin(), candidates.begin() + count, candidates.end(),
                   [](const auto& a, const auto& b) {
                     return a.first > b.first || (a.first == b.first && a.second < b.second);
                   });
  candidates.resize(static_cast<std::size_t>(count));
}

Index padded(Index size) {
  constexpr auto padding = static_cast<Index>(pair_scan_padding);
  return (size + padding - 1) / padding * padding;
}

}  // namespace

Decomposition::Decomposition(const SvmProblem& problem, const KernelMatrix& K, DualState& state)
    : problem_(problem), K_(K), state_(state) {}

std::vector<Index> Decomposition::choose(double& violation, double& centre) {
  Vector up(problem_.size());
  Vector down(problem_.size());
  for (Index i = 0; i < problem_.size(); ++i) {
    const double gradient = problem_.y(i) - state_.f(i);
    up(i) = gradient - price_up(problem_, i, state_.w(i));
    down(i) = gradient - price_down(problem_, i, state_.w(i));
  }
  const double steepest_up = up.maxCoeff();
  const double steepest_down = down.minCoeff();
  violation = steepest_up - steepest_down;
  centre = 0.5 * (steepest_up + steepest_down);
  std::vector<std::pair<double, Index>> rising;
  std::vector<std::pair<double, Index>> falling;
  for (Index i = 0; i < problem_.size(); ++i) {
    if (up(i) > steepest_down) rising.emplace_back(up(i), i);
    if (down(i) < steepest_up) falling.emplace_back(-down(i), i);
  }

  const Index size = set_size(problem_, state_.w);
  std::vector<char> chosen(static_cast<std::size_t>(problem_.size()), 0);
  std::vector<Index> rows;
  const auto add = [&](Index i) {
    if (static_cast<Index>(rows.size()) >= size || chosen[static_cast<std::size_t>(i)] != 0) return;
    chosen[static_cast<std::size_t>(i)] = 1;
    rows.push_back(i);
  };
  // Half of the set for the worst violators, the other half for those of the last round that can
  // still move; what is left over goes to further violators.
  const bool whole = size == problem_.size();
  if (whole) {
    for (Index i = 0; i < size; ++i) add(i);
    return rows;
  }
  auto worst_rising = rising;
  auto worst_falling = falling;
  keep_largest(worst_rising, size / 4);
  keep_largest(worst_falling, size / 4);
  for (const auto& candidate : worst_rising) add(candidate.second);
  for (const auto& candidate : worst_falling) add(candidate.second);
  for (const Index i : previous_) {
    const double w = state_.w(i);
    if (w > problem_.lower(i) && w < problem_.upper(i) && w != 0.0) add(i);
  }
  keep_largest(rising, size);
  keep_largest(falling, size);
  for (std::size_t k = 0; k < std::max(rising.size(), falling.size()); ++k) {
    if (k < rising.size()) add(rising[k].second);
    if (k < falling.size()) add(falling[k].second);
  }
  for (const Index i : previous_) add(i);
  std::sort(rows.begin(), rows.end());
  return rows;
}

Decomposition::Round Decomposition::round(long updates) {
  Round round{};
  double centre = 0.0;
  std::vector<Index> rows = choose(round.violation, centre);
  const auto size = static_cast<Index>(rows.size());
  if (size < 2 || !(round.violation > 0.0)) return round;
  const Index width = padded(size);
  Vector w;
  const auto solve = [&](const auto& block) {
    WorkingSet set(problem_, rows, block, state_, centre);
    const double target = accuracy * set.violation();
    while (round.updates < updates && set.violation() > target && set.update()) ++round.updates;
    w = set.w();
  };
  if (precise_) {
    Matrix block = Matrix::Zero(width, width);
    block.topLeftCorner(size, size) = K_.block(rows);
    solve(block);
  } else {
    block_.setZero(width, width);
    K_.gather(rows, block_.topLeftCorner(size, size));
    block_.triangularView<Eigen::StrictlyUpper>() = block_.transpose();
    solve(block_);
  }

  std::vector<Index> changed;
  std::vector<double> change;
  for (Index k = 0; k < size; ++k) {
    const Index i = rows[static_cast<std::size_t>(k)];
    if (w(k) == state_.w(i)) continue;
    changed.push_back(i);
    change.push_back(w(k) - state_.w(i));
    state_.w(i) = w(k);
  }
  K_.add_product(changed, Eigen::Map<Vector>(change.data(), static_cast<Index>(change.size())),
                 state_.f);
  round.moved = !changed.empty();
  const auto m = static_cast<double>(problem_.size());
  round.work = static_cast<double>(round.updates) * (60.0 + 0.4 * static_cast<double>(size)) +
               0.8 * m * static_cast<double>(changed.size()) +
               1.5 * static_cast<double>(size) * static_cast<double>(size) + 30.0 * m;
  previous_ = std::move(rows);
  return round;
}

}  // namespace tkl
