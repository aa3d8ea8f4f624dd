#pragma once

#include <memory>

#include "learn/steps.hpp"

namespace tkl {

/// The method, or the one that replaces it where P is too large for it.
Method affordable(Method method, const FeasibleSet& set);

std::unique_ptr<StepRule> make_step_rule(Method method);

/// From an evaluation to the optimum for the subjects of the oracle, or until it says stop. Returns
/// why it ended.
Status improve(Oracle& oracle, StepRule& rule, Evaluation& at);

}  // namespace tkl
