#include "measure/reference.hpp"

#include <algorithm>
#include <limits>

namespace tkl::bench {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Seconds above which a run is too slow to look for the very best `-e`.
constexpr double slow = 3.0;

/// Runs at one `-e`, for each choice of shrinking that is still in the race. Leaves the faster one in
/// it, if that is clear.
class Trial {
 public:
  Trial(const SvmProblem& problem, const Matrix& K, LibsvmSolver& solver, double tolerance,
        double limit, std::vector<bool>& choices) {
    std::vector<bool> in_time;
    for (const bool shrinking : choices) {
      const LibsvmSolver::Setting setting{tolerance, shrinking};
      const auto run = solver.run(setting, limit);
      if (!run) continue;
      in_time.push_back(shrinking);
      const Objectives objectives = evaluate(problem, K, run->w);
      runs_.push_back({Reference::Outcome::fell_short, setting, run->seconds, objectives, {}});
    }
    choices = in_time;
    if (runs_.size() == 2 && std::max(runs_[0].seconds, runs_[1].seconds) > slow) {
      choices = {runs_[0].seconds < runs_[1].seconds ? runs_[0].setting.shrinking
                                                     : runs_[1].setting.shrinking};
    }
  }

  bool out_of_time() const { return runs_.empty(); }

  bool is_slow() const {
    return std::any_of(runs_.begin(), runs_.end(),
                       [](const Reference& run) { return run.seconds > slow; });
  }

  double gap() const {
    double least = infinity;
    for (const Reference& run : runs_) least = std::min(least, run.objectives.relative_gap());
    return least;
  }

  /// The fastest run whose gap is at most the given one.
  Reference fastest(double largest_gap) const {
    Reference best;
    best.seconds = infinity;
    for (const Reference& run : runs_) {
      if (run.objectives.relative_gap() <= largest_gap && run.seconds < best.seconds) best = run;
    }
    return best;
  }

 private:
  std::vector<Reference> runs_;
};

}  // namespace

Reference find_reference(const SvmProblem& problem, const Matrix& K, LibsvmSolver& solver,
                         double limit) {
  constexpr double customary = 1e-3;
  Reference best;
  best.seconds = limit;
  double gap_before = infinity;
  std::vector<std::pair<double, double>> gaps;
  std::vector<bool> choices{true, false};
  bool is_slow = false;
  for (const double tolerance : {1e-1, 1e-2, customary, 1e-4, 1e-5, 1e-6}) {
    // A slow problem is tried at the ends only: the loosest and the customary tolerance.
    if (is_slow && tolerance > customary) continue;
    if (is_slow && tolerance < customary) break;
    const Trial trial(problem, K, solver, tolerance, limit, choices);
    if (trial.out_of_time()) break;
    is_slow = trial.is_slow();
    gaps.emplace_back(tolerance, trial.gap());
    if (trial.gap() <= compared_gap) {
      best = trial.fastest(compared_gap);
      best.outcome = Reference::Outcome::reached;
      break;
    }
    if (tolerance == customary) best = trial.fastest(infinity);
    // A tenth of the tolerance that does not even halve the gap: rounding is all that is left.
    if (tolerance < customary && trial.gap() > 0.5 * gap_before) break;
    gap_before = trial.gap();
  }
  best.gaps = gaps;
  return best;
}

}  // namespace tkl::bench
