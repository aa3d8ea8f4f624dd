#include "svm/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "svm/bordered_system.hpp"
#include "svm/feasibility.hpp"

namespace tkl {

namespace {

constexpr int most_systems = 40;
/// So many rounds whose corrections are not clearly fewer than before end the attempt.
constexpr int most_stale_rounds = 6;
/// The share of the free weights up to which wrong ones are few: no reason for damping, or for less of
/// it.
constexpr double few = 0.15;
/// Systems that find the face from a bad start.
constexpr double damped_systems = 4.0;
/// So many times its budget is the most that an attempt may take, unless it is about to succeed.
constexpr double overdraft = 4.0;

/// What is added to the diagonal of K. It goes in steps that the guess can follow: with much less at once, most of
/// what was found with the last damping is wrong.
class Damping {
 public:
  Damping(const KernelMatrix& K, bool needed)
      : unit_(K.diagonal().cwiseAbs().mean()), value_(needed ? first * unit_ : 0.0) {}

  double value() const { return value_; }
  bool is_off() const { return value_ == 0.0; }

  void reduce() {
    value_ *= step;
    if (value_ < least * unit_) value_ = 0.0;
  }
  void increase() { value_ = std::clamp(value_ / step, first * unit_, 1e-2 * unit_); }

 private:
  static constexpr double first = 1e-4;
  static constexpr double step = 0.03;
  static constexpr double least = 3e-7;

  double unit_;
  double value_;
};

enum class Place : signed char { lower, negative, zero, positive, upper };

bool is_free(Place place) { return place == Place::negative || place == Place::positive; }

/// The guess: a place for every weight. Without a tube, zero is no kink: free weights are
/// `positive` whatever their sign.
class Guess {
 public:
  Guess(const SvmProblem& problem, const Vector& w)
      : problem_(&problem), places_(static_cast<std::size_t>(w.size())) {
    for (Index i = 0; i < w.size(); ++i) at(i) = place_of_weight(i, w(i));
  }

  Place operator[](Index i) const { return places_[static_cast<std::size_t>(i)]; }

  /// Moves the weights that rest where they should not, by their residuals y - f - b, and with
  /// `weights_too` the free ones that left their side. Returns how many moved.
  Index correct(const Vector& w, const Vector& residual, bool weights_too) {
    Index moved = 0;
    for (Index i = 0; i < w.size(); ++i) {
      const Place now = at(i);
      if (is_free(now) && !weights_too) continue;
      at(i) = is_free(now) ? side_left(i, now, w(i)) : pulled_away(i, now, residual(i));
      moved += at(i) != now ? 1 : 0;
    }
    return moved;
  }

  std::vector<Index> free_rows() const {
    std::vector<Index> rows;
    for (Index i = 0; i < problem_->size(); ++i) {
      if (is_free((*this)[i])) rows.push_back(i);
    }
    return rows;
  }

  /// The nearest weight that the guess allows in row i.
  double clamped(Index i, double w) const {
    switch ((*this)[i]) {
      case Place::lower: return problem_->lower(i);
      case Place::upper: return problem_->upper(i);
      case Place::zero: return 0.0;
      case Place::negative: return std::clamp(w, problem_->lower(i), 0.0);
      case Place::positive:
        return std::clamp(w, has_kink() ? 0.0 : problem_->lower(i), problem_->upper(i));
    }
    return w;
  }

  /// What ε|w_i| adds to the gradient in a free row.
  double tube(Index i) const {
    return (*this)[i] == Place::positive ? problem_->epsilon : -problem_->epsilon;
  }

 private:
  Place& at(Index i) { return places_[static_cast<std::size_t>(i)]; }
  bool has_kink() const { return problem_->epsilon > 0.0; }

  Place place_of_weight(Index i, double w) const {
    if (w <= problem_->lower(i) && (w < 0.0 || !has_kink())) return Place::lower;
    if (w >= problem_->upper(i) && (w > 0.0 || !has_kink())) return Place::upper;
    if (!has_kink() || w > 0.0) return Place::positive;
    return w < 0.0 ? Place::negative : Place::zero;
  }

  Place side_left(Index i, Place now, double w) const {
    if (now == Place::negative) {
      if (w <= problem_->lower(i)) return Place::lower;
      return w >= 0.0 ? Place::zero : now;
    }
    if (w >= problem_->upper(i)) return Place::upper;
    if (has_kink()) return w <= 0.0 ? Place::zero : now;
    return w <= problem_->lower(i) ? Place::lower : now;
  }

  Place pulled_away(Index i, Place now, double residual) const {
    const double epsilon = problem_->epsilon;
    const bool fixed = problem_->lower(i) == problem_->upper(i);
    if (now == Place::upper) return residual < epsilon && !fixed ? Place::positive : now;
    if (now == Place::lower) {
      if (!has_kink()) return residual > 0.0 && !fixed ? Place::positive : now;
      return residual > -epsilon ? Place::negative : now;
    }
    if (residual > epsilon && problem_->upper(i) > 0.0) return Place::positive;
    if (residual < -epsilon && problem_->lower(i) < 0.0) return Place::negative;
    return now;
  }

  const SvmProblem* problem_;
  std::vector<Place> places_;
};

DualState feasible_state(const SvmProblem& problem, const KernelMatrix& K, const Guess& guess,
                         const Vector& w) {
  DualState state{w, {}};
  for (Index i = 0; i < w.size(); ++i) state.w(i) = guess.clamped(i, w(i));
  repair_sum(problem, state.w);
  state.f = K.multiply(state.w);
  return state;
}

/// Puts the weights that the guess holds where it holds them.
void hold_resting(const KernelMatrix& K, const Guess& guess, DualState& at) {
  Vector move = Vector::Zero(at.w.size());
  for (Index i = 0; i < move.size(); ++i) {
    if (!is_free(guess[i])) move(i) = guess.clamped(i, at.w(i)) - at.w(i);
  }
  at.w += move;
  at.f += K.multiply(move);
}

/// One attempt from a state, which it improves.
class Attempt {
 public:
  Attempt(const SvmProblem& problem, const KernelMatrix& K, DualState& state, double tolerance,
          const ActiveSetBudget& budget, const StopRequest& stop)
      : problem_(problem),
        K_(K),
        state_(state),
        tolerance_(tolerance),
        budget_(budget),
        guess_(problem, state.w),
        wrong_(budget.trusts_start ? 0 : correct_by_residuals()),
        last_good_(guess_),
        damping_(K, !is_hopeful()),
        system_(K, budget.memory, stop, budget.sketches),
        stop_(stop) {}

  bool is_affordable() const {
    const SystemPlan plan = this->plan();
    return (is_hopeful() ? plan.work : damped_systems * plan.work) <= budget_.work &&
           plan.memory <= budget_.memory;
  }

  ActiveSetRun run() {
    run_.attempted = true;
    best_dual_ = dual_value(problem_, state_);
    smallest_gap_ = certify(problem_, state_).gap;
    at_ = state_;
    for (int count = 0; count < most_systems && stale_rounds_ < most_stale_rounds; ++count) {
      const bool overdrawn = run_.work > overdraft * budget_.work;
      if ((overdrawn && !converges_) || !has_memory() || (stop_ && stop_()) || !solve()) break;
      DualState feasible = feasible_state(problem_, K_, guess_, at_.w);
      const Certificate certificate = certify(problem_, feasible);
      const bool sharper = certificate.gap < 0.5 * smallest_gap_;
      keep_if_better(feasible, certificate, sharper);
      if (certificate.relative_gap() <= tolerance_) break;
      const Guess tried = guess_;
      const Index corrections =
          guess_.correct(at_.w, damped_residual().array() - beta_, /*weights_too=*/true);
      // A guess that stands is solved again while that makes the solution more accurate.
      if (corrections == 0 && damping_.is_off() && !sharper) break;
      adapt(corrections, tried);
      // The next system starts where rounding is harmless: a wild guess can have a huge solution.
      at_ = std::move(feasible);
    }
    run_.sketches = system_.sketches();
    return run_;
  }

 private:
  double free() const { return static_cast<double>(guess_.free_rows().size()); }
  bool is_hopeful() const { return static_cast<double>(wrong_) <= few * free(); }
  SystemPlan plan() const {
    return plan_system(K_, std::ssize(guess_.free_rows()), budget_.memory, system_.sketches());
  }
  bool has_memory() const { return plan().memory <= budget_.memory; }

  Index correct_by_residuals() {
    const double b = best_intercept(problem_, state_.f);
    return guess_.correct(state_.w, (problem_.y - state_.f).array() - b, /*weights_too=*/false);
  }

  /// y - f, but for b, where K has the damping on its diagonal.
  Vector damped_residual() const { return problem_.y - at_.f - damping_.value() * at_.w; }

  /// Solves for the free weights with the others held where the guess has them.
  bool solve() {
    const std::vector<Index> rows = guess_.free_rows();
    if (rows.size() < 2 || !system_.prepare(rows, damping_.value())) return false;
    hold_resting(K_, guess_, at_);
    Vector r = damped_residual()(rows);
    for (Index k = 0; k < r.size(); ++k) r(k) -= guess_.tube(rows[static_cast<std::size_t>(k)]);
    // A residual costs up to the bound of its row in the primal objective.
    const double largest_weight = std::max(problem_.upper.maxCoeff(), -problem_.lower.minCoeff());
    const double gap = 0.1 * tolerance_ * std::abs(best_dual_);
    const BorderedSystem::Allowed allowed{gap / largest_weight, gap};
    const BorderedSystem::Solution solution = system_.solve(r, -at_.w.sum(), allowed);
    run_.work = system_.work();
    if (!solution.x.allFinite()) return false;
    at_.w(rows) += solution.x;
    at_.f += solution.product;
    beta_ = solution.beta;
    return true;
  }

  void keep_if_better(const DualState& feasible, const Certificate& certificate, bool sharper) {
    const double value = dual_value(problem_, feasible);
    const bool done = certificate.relative_gap() <= tolerance_;
    // Near the optimum the dual is flat: there only the gap still tells which state is better.
    const bool as_good = value > best_dual_ - 1e-13 * std::abs(best_dual_);
    if (!(value > best_dual_ || done || (sharper && as_good))) return;
    best_dual_ = std::max(best_dual_, value);
    smallest_gap_ = certificate.gap;
    state_ = feasible;
    run_.improved = true;
  }

  /// More damping, from the last guess that led on, where corrections do not become fewer; less where
  /// they are few.
  void adapt(Index corrections, const Guess& tried) {
    const auto corrected = static_cast<double>(corrections);
    const auto unknowns = static_cast<double>(tried.free_rows().size());
    const bool fewer = corrected < 0.9 * static_cast<double>(fewest_);
    const bool are_few = corrected <= few * unknowns;
    fewest_ = std::min(fewest_, corrections);
    converges_ = fewer || are_few;
    if (fewer) {
      last_good_ = tried;
    } else {
      ++stale_rounds_;
    }
    if (!converges_) {
      guess_ = last_good_;
      damping_.increase();
      fewest_ = problem_.size();
    } else if (!damping_.is_off() && are_few) {
      damping_.reduce();
      fewest_ = problem_.size();
    }
  }

  const SvmProblem& problem_;
  const KernelMatrix& K_;
  DualState& state_;
  double tolerance_;
  const ActiveSetBudget& budget_;
  Guess guess_;
  Index wrong_;  // places that the first look at the residuals corrected
  Guess last_good_;
  Damping damping_;
  BorderedSystem system_;
  const StopRequest& stop_;
  DualState at_;  // of the guess, and not feasible
  double beta_ = 0.0;
  double best_dual_ = 0.0;
  double smallest_gap_ = 0.0;
  Index fewest_ = problem_.size();  // corrections since the damping changed
  int stale_rounds_ = 0;
  bool converges_ = false;
  ActiveSetRun run_{};
};

}  // namespace

ActiveSetRun run_active_set(const SvmProblem& problem, const KernelMatrix& K, DualState& state,
                            double tolerance, const ActiveSetBudget& budget,
                            const StopRequest& stop) {
  Attempt attempt(problem, K, state, tolerance, budget, stop);
  return attempt.is_affordable() ? attempt.run() : ActiveSetRun{};
}

}  // namespace tkl
