#include <algorithm>
#include <cmath>
#include <string>

#include "svm/dual_state.hpp"
#include "svm/face.hpp"
#include "svm/feasibility.hpp"
#include "svm/interior_point.hpp"
#include "svm/smo.hpp"
#include "tkl/error.hpp"
#include "tkl/svm.hpp"

namespace tkl {

namespace {

/// Costs in units of one multiplication in SMO's scans, as measured: dense factorisations run about
/// an order of magnitude faster a multiplication than those memory-bound scans. Estimates, not
/// clocks, choose the method, so that a run is reproducible.
double smo_cost(double updates, double m) { return 3.0 * m * updates; }
double newton_cost(double free) { return 0.02 * free * free * free + 10.0 * free * free; }
double interior_point_cost(double rows) { return 20.0 * newton_cost(rows); }

/// Alternates the methods of this folder. SMO runs until it has spent what one step of a costlier
/// method would take; then that method has its turn. So the total is at most a small multiple of
/// what the best method alone would have needed, whichever that is.
class Solver {
 public:
  Solver(const SvmProblem& problem, const Matrix& K, const SvmOptions& options, DualState state)
      : problem_(problem), K_(K), options_(options), state_(std::move(state)) {}

  SvmSolution run() {
    const Index m = problem_.size();
    const long burst = std::max<long>(100, m / 2);
    certify_best();
    while (true) {
      if (best_.relative_gap() <= options_.tolerance) return solution(Status::converged);
      if (options_.stop && options_.stop()) return solution(Status::interrupted);
      if (options_.max_iterations > 0 && updates_ >= options_.max_iterations) {
        return solution(Status::iteration_limit);
      }
      const Mark before = mark();
      const long budget = allowed(burst);
      const long updates = run_smo(problem_, K_, state_, budget, 0.0);
      updates_ += updates;
      smo_spent_newton_ += smo_cost(static_cast<double>(updates), static_cast<double>(m));
      smo_spent_interior_ += smo_cost(static_cast<double>(updates), static_cast<double>(m));
      certify_best();
      if (best_.relative_gap() <= options_.tolerance) continue;

      idle_bursts_ = has_progressed(before) ? 0 : idle_bursts_ + 1;
      const bool exhausted = updates < budget || idle_bursts_ >= patient_bursts;
      try_newton(exhausted);
      try_interior_point(exhausted);
      if (exhausted && !has_progressed(before)) return solution(Status::stalled);
    }
  }

 private:
  /// Bursts of SMO without visible gain after which rounding is to blame.
  static constexpr int patient_bursts = 10;

  struct Mark {
    double gap;
    double dual;
  };
  Mark mark() const { return {best_.gap, latest_.dual}; }

  /// Whether gap or objective moved by more than rounding moves them.
  bool has_progressed(const Mark& since) const {
    return best_.gap < 0.99 * since.gap || latest_.dual > since.dual + 1e-13 * std::abs(since.dual);
  }

  long allowed(long burst) const {
    if (options_.max_iterations == 0) return burst;
    return std::min(burst, options_.max_iterations - updates_);
  }

  void try_newton(bool exhausted) {
    const double free = static_cast<double>(free_rows(problem_, state_.w).size());
    if (!exhausted && (smo_spent_newton_ < newton_cost(free) || best_.relative_gap() > 0.05)) {
      return;
    }
    smo_spent_newton_ = 0.0;
    // On the right face one step ends it; a step that hit a bound has a better face to go on from.
    for (int step = 0; step < 3 && best_.relative_gap() > options_.tolerance; ++step) {
      if (!newton_step(problem_, K_, state_)) break;
      certify_best();
    }
  }

  void try_interior_point(bool exhausted) {
    if (best_.relative_gap() <= options_.tolerance) return;
    const std::vector<Index> rows = undecided_rows();
    const double cost = interior_point_cost(static_cast<double>(rows.size())) * interior_patience_;
    if (rows.size() < 2 || (!exhausted && smo_spent_interior_ < cost)) return;
    if (interior_patience_ > 64.0) return;
    smo_spent_interior_ = 0.0;
    interior_patience_ *= 4.0;
    if (!run_interior_point(problem_, K_, state_, rows, 0.1 * options_.tolerance, options_.stop)) {
      return;
    }
    certify_best();
    if (best_.relative_gap() > options_.tolerance && newton_step(problem_, K_, state_)) {
      certify_best();
    }
  }

  /// Rows whose weight may still change: all but those that rest at a bound or at zero and would
  /// have to lose by a wide margin to leave it.
  std::vector<Index> undecided_rows() const {
    const Certificate now = certify(problem_, state_);
    Vector pull(problem_.size());  // residual beyond the tube, signed
    for (Index i = 0; i < problem_.size(); ++i) pull(i) = problem_.y(i) - state_.f(i) - now.b;
    // How far free weights are from optimal tells how far any residual may still move.
    double violation = 0.0;
    for (const Index i : free_rows(problem_, state_.w)) {
      violation = std::max(violation,
                           std::abs(pull(i) - problem_.epsilon * kink_sign(problem_, state_.w(i))));
    }
    const double margin = 4.0 * violation + 1e-12;
    std::vector<Index> rows;
    for (Index i = 0; i < problem_.size(); ++i) {
      const double w = state_.w(i);
      const double epsilon = problem_.epsilon;
      const bool stays_at_upper = w == problem_.upper(i) && w > 0.0 && pull(i) - epsilon > margin;
      const bool stays_at_lower = w == problem_.lower(i) && w < 0.0 && -pull(i) - epsilon > margin;
      const bool may_rise = problem_.upper(i) > 0.0 && pull(i) - epsilon > -margin;
      const bool may_fall = problem_.lower(i) < 0.0 && -pull(i) - epsilon > -margin;
      const bool stays_at_zero = w == 0.0 && !may_rise && !may_fall;
      const bool fixed = problem_.lower(i) == problem_.upper(i);
      if (!stays_at_upper && !stays_at_lower && !stays_at_zero && !fixed) rows.push_back(i);
    }
    return rows;
  }

  void certify_best() {
    latest_ = certify(problem_, state_);
    if (!certified_ || latest_.gap < best_.gap) {
      certified_ = true;
      best_ = latest_;
      best_state_ = state_;
    }
  }

  SvmSolution solution(Status status) {
    // w and f were updated in place thousands of times; the certificate is issued on fresh ones.
    repair_sum(problem_, best_state_.w);
    best_state_.f = multiply(K_, best_state_.w);
    const Certificate final = certify(problem_, best_state_);
    if (status == Status::converged && final.relative_gap() > options_.tolerance) {
      if (refreshed_) {
        status = Status::stalled;
      } else {
        refreshed_ = true;
        state_ = best_state_;
        certified_ = false;
        return run();
      }
    }
    return {std::move(best_state_.w),
            std::move(best_state_.f),
            final.b,
            final.primal,
            final.dual,
            status,
            updates_};
  }

  const SvmProblem& problem_;
  const Matrix& K_;
  const SvmOptions& options_;
  DualState state_;
  DualState best_state_;
  Certificate best_{};
  Certificate latest_{};
  bool certified_ = false;
  bool refreshed_ = false;
  int idle_bursts_ = 0;
  long updates_ = 0;
  double smo_spent_newton_ = 0.0;
  double smo_spent_interior_ = 0.0;
  double interior_patience_ = 1.0;
};

void require_valid(const SvmProblem& problem, const Matrix& K, const Vector& start) {
  const Index m = problem.size();
  if (K.rows() != m || K.cols() != m || problem.lower.size() != m || problem.upper.size() != m) {
    throw Error("the kernel matrix is " + std::to_string(K.rows()) + " x " +
                std::to_string(K.cols()) + " but the SVM has " + std::to_string(m) + " rows");
  }
  if (start.size() != 0 && start.size() != m) {
    throw Error("the starting weights are " + std::to_string(start.size()) + " but the SVM has " +
                std::to_string(m) + " rows");
  }
  if (!start.allFinite()) throw Error("the starting weights of the SVM must be finite");
  if (!problem.y.allFinite() || !problem.lower.allFinite() || !problem.upper.allFinite() ||
      (problem.lower.array() > 0.0).any() || (problem.upper.array() < 0.0).any()) {
    throw Error("the targets and bounds of an SVM must be finite, with lower <= 0 <= upper");
  }
  if (!K.allFinite()) {
    throw Error(
        "the kernel matrix has entries that are not finite; rescale the features or choose "
        "a lower degree");
  }
}

}  // namespace

SvmSolution solve_svm(const SvmProblem& problem, const Matrix& K, const SvmOptions& options,
                      const Vector& start) {
  require_valid(problem, K, start);
  DualState state;
  state.w = start.size() == 0 ? Vector::Zero(problem.size()) : start;
  if (start.size() != 0) repair_sum(problem, state.w);
  state.f = multiply(K, state.w);
  return Solver(problem, K, options, std::move(state)).run();
}

}  // namespace tkl
