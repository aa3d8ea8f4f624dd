#include "svm/solve_svm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "svm/active_set.hpp"
#include "svm/bordered_system.hpp"
#include "svm/decomposition.hpp"
#include "svm/dual_state.hpp"
#include "svm/face.hpp"
#include "svm/feasibility.hpp"
#include "svm/kernel_matrix.hpp"
#include "tkl/error.hpp"
#include "tkl/svm.hpp"

namespace tkl {

namespace {

/// Alternates the methods of this folder. Decomposition runs until it has spent what one step of a
/// costlier method would take; then that method has its turn. So the total is at most a small
/// multiple of what the best method alone would have needed, whichever that is.
class Solver {
 public:
  Solver(const SvmProblem& problem, const KernelMatrix& K, const SvmOptions& options,
         DualState state)
      : problem_(problem),
        K_(K),
        options_(options),
        state_(std::move(state)),
        decomposition_(problem_, K_, state_) {}

  SvmSolution run() {
    certify_best();
    if (begins_on_face() && best_.relative_gap() > options_.tolerance) {
      constexpr double any = std::numeric_limits<double>::infinity();
      attempt({any, options_.factor_memory, /*trusts_start=*/true, sketches_});
    }
    while (true) {
      if (best_.relative_gap() <= options_.tolerance) return solution(Status::converged);
      const bool is_enough = best_.dual > options_.enough_dual;
      if (is_enough || (options_.stop && options_.stop())) return solution(Status::interrupted);
      if (options_.max_iterations > 0 && updates_ >= options_.max_iterations) {
        return solution(Status::iteration_limit);
      }
      const Mark before = mark();
      const Decomposition::Round round = decomposition_.round(updates_allowed());
      updates_ += round.updates;
      spent_ += round.work;
      total_work_ += round.work;
      certify_best();
      if (best_.relative_gap() <= options_.tolerance) continue;

      course_.push_back({total_work_, std::log(best_.relative_gap())});
      idle_rounds_ = has_progressed(before) ? 0 : idle_rounds_ + 1;
      const bool exhausted = !round.moved || idle_rounds_ >= patient_rounds;
      try_active_set(exhausted);
      if (is_creeping()) return solution(Status::stalled);
      if (!exhausted || has_progressed(before)) continue;
      if (decomposition_.is_precise()) return solution(Status::stalled);
      decomposition_.be_precise();
      idle_rounds_ = 0;
    }
  }

 private:
  /// Where systems are large, so are all steps of decomposition, and where many weights are free it
  /// takes many of them: better to begin on the face of a start.
  bool begins_on_face() const {
    constexpr Index many = 1000;
    if (state_.w.isZero()) return false;
    const SystemPlan plan = plan_system(K_, problem_.size(), options_.factor_memory);
    if (plan.structured || plan.landmarks != 0) return true;
    const Index free = std::ssize(free_rows(problem_, state_.w));
    return problem_.size() >= many && 4 * free >= problem_.size();
  }

  /// Rounds without visible gain after which rounding is to blame.
  static constexpr int patient_rounds = 10;
  /// Turns, at the price of the active set method with all weights free, after which to give up.
  static constexpr double patient_turns = 100.0;

  struct Mark {
    double gap;
    double dual;
  };
  Mark mark() const { return {best_.gap, largest_dual_}; }

  /// Whether gap or objective are better than ever by more than rounding moves them. Not than before:
  /// rounds that end at the limits of single precision can go round in circles.
  bool has_progressed(const Mark& since) const {
    return best_.gap < 0.99 * since.gap ||
           largest_dual_ > since.dual + 1e-13 * std::abs(since.dual);
  }

  /// Whether all methods have had many turns without an end in sight.
  bool is_creeping() const {
    const double turn = plan_system(K_, problem_.size(), options_.factor_memory, sketches_).work;
    return total_work_ > patient_turns * turn && work_to_finish() > 5.0 * total_work_;
  }

  long updates_allowed() const {
    const long most = 40 * std::min<long>(problem_.size(), 2048);
    if (options_.max_iterations == 0) return most;
    return std::min(most, options_.max_iterations - updates_);
  }

  /// The active set method has its turn once decomposition has cost as much as it will, unless
  /// decomposition is about to finish by itself.
  void try_active_set(bool exhausted) {
    if (spent_ < debt_ && !exhausted) return;
    const double work = exhausted ? std::numeric_limits<double>::infinity()
                                  : std::min(spent_, work_to_finish() / 3.0);
    attempt({work, options_.factor_memory, /*trusts_start=*/false, sketches_});
  }

  void attempt(const ActiveSetBudget& budget) {
    const ActiveSetRun run =
        run_active_set(problem_, K_, state_, options_.tolerance, budget, options_.stop);
    if (!run.attempted) return;
    sketches_ = run.sketches;
    spent_ = 0.0;
    // Twice as much after a failure: soon it can afford what it needs, and all failures together
    // cost no more than that.
    debt_ = run.improved ? run.work : 2.0 * run.work;
    if (run.improved) certify_best();
  }

  /// What decomposition still has to do if the gap goes on falling at the rate of the last half.
  double work_to_finish() const {
    const auto& now = course_.back();
    std::size_t earlier = course_.size() - 1;
    while (earlier > 0 && course_[earlier].work > 0.5 * now.work) --earlier;
    const double fall = course_[earlier].log_gap - now.log_gap;
    if (!(fall > 0.0)) return std::numeric_limits<double>::infinity();
    return (now.work - course_[earlier].work) * (now.log_gap - std::log(options_.tolerance)) / fall;
  }

  void certify_best() {
    // Entries that no product has touched have no influence; all others show here.
    if (!state_.f.allFinite() || !K_.diagonal().allFinite()) {
      throw Error(
          "the kernel matrix has entries that are not finite; rescale the features or choose "
          "a lower degree");
    }
    const Certificate latest = certify(problem_, state_);
    largest_dual_ = certified_ ? std::max(largest_dual_, latest.dual) : latest.dual;
    if (!certified_ || latest.gap < best_.gap) {
      certified_ = true;
      best_ = latest;
      best_state_ = state_;
    }
  }

  SvmSolution solution(Status status) {
    // w and f were updated in place thousands of times; the certificate is issued on fresh ones.
    repair_sum(problem_, best_state_.w);
    best_state_.f = K_.multiply(best_state_.w);
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
  const KernelMatrix& K_;
  Sketches sketches_ = Sketches::allowed;
  const SvmOptions& options_;
  DualState state_;
  Decomposition decomposition_;
  DualState best_state_;
  Certificate best_{};
  double largest_dual_ = 0.0;
  bool certified_ = false;
  bool refreshed_ = false;
  int idle_rounds_ = 0;
  long updates_ = 0;
  /// After so many rounds, how far decomposition had come.
  struct Milestone {
    double work;
    double log_gap;
  };
  std::vector<Milestone> course_;
  double total_work_ = 0.0;
  double spent_ = 0.0;  // by decomposition since the active set method ran
  double debt_ = 0.0;   // what that run cost
};

void require_valid(const SvmProblem& problem, Index rows, Index columns, const Vector& start) {
  const Index m = problem.size();
  if (rows != m || columns != m || problem.lower.size() != m || problem.upper.size() != m) {
    throw Error("the kernel matrix is " + std::to_string(rows) + " x " + std::to_string(columns) +
                " but the SVM has " + std::to_string(m) + " rows");
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
  if (problem.ridge.size() != 0 && (problem.ridge.size() != m || !problem.ridge.allFinite() ||
                                    (problem.ridge.array() < 0.0).any())) {
    throw Error("the ridge of an SVM must have an entry for each row, finite and not negative");
  }
}

SvmSolution solve_from(const SvmProblem& problem, const KernelMatrix& K, const SvmOptions& options,
                       const Vector& start) {
  DualState state;
  state.w = start.size() == 0 ? Vector::Zero(problem.size()) : start;
  if (start.size() != 0) repair_sum(problem, state.w);
  state.f = K.multiply(state.w);
  return Solver(problem, K, options, std::move(state)).run();
}

/// Solves with bounds that grow from almost nothing, each time from the last solution. A kernel of low
/// rank with huge bounds creeps otherwise: w is then far from zero and not unique.
SvmSolution follow_path(const SvmProblem& problem, const KernelMatrix& K,
                        const SvmOptions& options) {
  Vector start;
  for (double share = 1e-8; share < 0.5; share *= 10.0) {
    SvmProblem easier = problem;
    easier.lower *= share;
    easier.upper *= share;
    start = 10.0 * solve_from(easier, K, options, start).w;
  }
  return solve_from(problem, K, options, start);
}

}  // namespace

SvmSolution solve_svm(const SvmProblem& problem, const KernelMatrix& K, const SvmOptions& options,
                      const Vector& start) {
  require_valid(problem, K.size(), K.size(), start);
  // Smaller gaps than this are rounding's, which another way to the optimum does not change.
  constexpr double gap_of_rounding = 1e-3;
  SvmSolution solution = solve_from(problem, K, options, start);
  const bool is_far = solution.gap() > gap_of_rounding * std::abs(solution.primal);
  if (solution.status != Status::stalled || !is_far) return solution;
  SvmSolution by_path = follow_path(problem, K, options);
  return by_path.gap() < solution.gap() ? by_path : solution;
}

SvmSolution solve_svm(const SvmProblem& problem, const Matrix& K, const SvmOptions& options,
                      const Vector& start) {
  require_valid(problem, K.rows(), K.cols(), start);
  const DenseKernel dense(K, options.threads);
  if (problem.ridge.size() == 0) return solve_svm(problem, dense, options, start);
  return solve_svm(problem, RidgedKernel(dense, problem.ridge), options, start);
}

}  // namespace tkl
