#pragma once

#include <memory>

#include "learn/steps.hpp"

namespace tkl {

/// Whether a second-order model of all entries of P would cost more than it saves.
bool is_large(const FeasibleSet& set);

/// The rule of the method that suits the size of P.
std::unique_ptr<StepRule> make_step_rule(Method method, const FeasibleSet& set);

/// From an evaluation to the optimum for the subjects of the oracle, or until it says stop. Returns
/// why it ended.
Status improve(Oracle& oracle, StepRule& rule, Evaluation& at);

}  // namespace tkl
