#include "learn/improve.hpp"

namespace tkl {

Method affordable(Method method, const FeasibleSet& set) {
  // Beyond this many entries of P the second-order model costs more than the solves it saves.
  constexpr Index largest_newton_dimension = 1500;
  const bool too_large = set.dimension() > largest_newton_dimension;
  return method == Method::newton && too_large ? Method::quasi_newton : method;
}

std::unique_ptr<StepRule> make_step_rule(Method method) {
  if (method == Method::frank_wolfe) return std::make_unique<FrankWolfe>();
  if (method == Method::quasi_newton) return std::make_unique<QuasiNewton>();
  return std::make_unique<Newton>();
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
