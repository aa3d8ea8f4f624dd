#include "learn/improve.hpp"

namespace tkl {

bool is_large(const FeasibleSet& set) {
  constexpr Index largest_newton_dimension = 1500;
  return set.dimension() > largest_newton_dimension;
}

std::unique_ptr<StepRule> make_step_rule(Method method, const FeasibleSet& set) {
  if (method == Method::frank_wolfe) return std::make_unique<FrankWolfe>();
  if (method == Method::quasi_newton) return std::make_unique<QuasiNewton>();
  if (!is_large(set)) return std::make_unique<Newton>();
  if (set.shape() == FeasibleSet::Shape::diagonal) return std::make_unique<QuasiNewton>();
  return std::make_unique<LowRankNewton>();
}

Status improve(Oracle& oracle, StepRule& rule, Evaluation& at) {
  while (true) {
    if (const auto reason = oracle.reason_to_stop()) return *reason;
    bool progress = true;
    if (oracle.needs_refinement(at)) {
      oracle.refine(at);
    } else if (oracle.feasible_set().is_point()) {
      // There is no other P, and no better solution of this SVM was found.
      return Status::stalled;
    } else {
      progress = rule.advance(oracle, at);
    }
    oracle.finish_iteration();
    if (!progress && oracle.solves_are_tightest() && !oracle.reason_to_stop()) {
      return Status::stalled;
    }
  }
}

}  // namespace tkl
