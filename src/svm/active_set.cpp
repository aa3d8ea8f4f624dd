#include "svm/active_set.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "svm/bordered_system.hpp"
#include "svm/feasibility.hpp"

namespace tkl {

namespace {

constexpr int most_systems = 20;
/// So many rounds whose corrections are not clearly fewer than before end the attempt.
constexpr int most_stale_rounds = 3;
/// Shares of the free weights: so many wrong ones are no reason for damping; so many corrections, if
/// they do not become fewer, are; and after no more than so many there can be less of it.
constexpr double hopeful_share = 0.15;
constexpr double restless_share = 0.02;
constexpr double calm_share = 0.15;
/// Systems that find the face from a bad start.
constexpr double damped_systems = 4.0;
/// So many times its budget is the most that an attempt may take.
constexpr double overdraft = 4.0;

/// What is added to the diagonal of K.
class Damping {
 public:
  Damping(const KernelMatrix& K, bool needed)
      : unit_(K.diagonal().cwiseAbs().mean()), value_(needed ? 1e-4 * unit_ : 0.0) {}

  double value() const { return value_; }
  bool is_off() const { return value_ == 0.0; }

  void reduce() {
    value_ *= 0.01;
    if (value_ < 1e-5 * unit_) value_ = 0.0;
  }
  void increase() { value_ = std::clamp(100.0 * value_, 1e-4 * unit_, 1e-2 * unit_); }

 private:
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

/// y - f, but for b, where K has the damping on its diagonal.
Vector damped_residual(const SvmProblem& problem, const DualState& at, double damping) {
  return problem.y - at.f - damping * at.w;
}

}  // namespace

double active_set_work(double free, double m) {
  return 0.006 * free * free * free + 6.0 * free * free + 4.0 * m * free;
}

ActiveSetRun run_active_set(const SvmProblem& problem, const KernelMatrix& K, DualState& state,
                            double tolerance, const ActiveSetBudget& budget,
                            const StopRequest& stop) {
  ActiveSetRun run{};
  Guess guess(problem, state.w);
  const double b = best_intercept(problem, state.f);
  const auto wrong = static_cast<double>(
      guess.correct(state.w, (problem.y - state.f).array() - b, /*weights_too=*/false));
  const auto free = static_cast<double>(guess.free_rows().size());
  const bool hopeful = wrong <= hopeful_share * free;
  const double price = active_set_work(free, static_cast<double>(problem.size()));
  if ((hopeful ? price : damped_systems * price) > budget.work) return run;
  if (active_set_memory(free) > budget.memory) return run;
  run.attempted = true;

  double best = dual_value(problem, state);
  double smallest_gap = certify(problem, state).gap;
  // A residual costs up to the bound of its row in the primal objective.
  const double largest_weight = std::max(problem.upper.maxCoeff(), -problem.lower.minCoeff());
  const double allowed_residual = 0.1 * tolerance * std::abs(best) / largest_weight;
  Damping damping(K, !hopeful);
  BorderedSystem system(K);
  DualState at = state;
  Guess last_good = guess;
  Index fewest = problem.size();
  int stale = 0;
  for (int count = 0; count < most_systems && stale < most_stale_rounds; ++count) {
    if (run.work > overdraft * budget.work) break;
    if (stop && stop()) break;
    const std::vector<Index> rows = guess.free_rows();
    if (active_set_memory(static_cast<double>(rows.size())) > budget.memory) break;
    if (rows.size() < 2 || !system.prepare(rows, damping.value())) break;
    hold_resting(K, guess, at);
    Vector r = damped_residual(problem, at, damping.value())(rows);
    for (Index k = 0; k < r.size(); ++k) r(k) -= guess.tube(rows[static_cast<std::size_t>(k)]);
    const BorderedSystem::Solution solution = system.solve(r, -at.w.sum(), allowed_residual);
    run.work = system.work();
    if (!solution.x.allFinite()) break;
    at.w(rows) += solution.x;
    at.f += solution.product;

    DualState feasible = feasible_state(problem, K, guess, at.w);
    const Guess tried = guess;
    const Vector residual = damped_residual(problem, at, damping.value()).array() - solution.beta;
    const Index corrections = guess.correct(at.w, residual, /*weights_too=*/true);
    const double value = dual_value(problem, feasible);
    const Certificate certificate = certify(problem, feasible);
    const bool done = certificate.relative_gap() <= tolerance;
    const bool sharper = certificate.gap < 0.5 * smallest_gap;
    // Near the optimum the dual is flat: there only the gap still tells which state is better.
    const bool as_good = value > best - 1e-13 * std::abs(best);
    if (value > best || done || (sharper && as_good)) {
      best = std::max(best, value);
      smallest_gap = certificate.gap;
      state = feasible;
      run.improved = true;
    }
    if (done) break;
    // A guess that stands is solved again while that makes the solution more accurate.
    if (corrections == 0 && damping.is_off() && !sharper) break;
    const auto corrected = static_cast<double>(corrections);
    const auto unknowns = static_cast<double>(rows.size());
    const bool fewer = corrected < 0.9 * static_cast<double>(fewest);
    stale += fewer ? 0 : 1;
    fewest = std::min(fewest, corrections);
    if (fewer) last_good = tried;
    if (!fewer && corrected > restless_share * unknowns) {
      guess = last_good;
      damping.increase();
      fewest = problem.size();
    } else if (!damping.is_off() && corrected <= calm_share * unknowns) {
      damping.reduce();
      fewest = problem.size();
    }
    // The next system starts where rounding is harmless: a wild guess can have a huge solution.
    at = std::move(feasible);
  }
  return run;
}

}  // namespace tkl
