#pragma once

#include "select/evaluator.hpp"

namespace tkl {

/// The loss to expect of the point that the search chose, corrected for the choice: the smallest of
/// many noisy numbers is too small. Rows are drawn with replacement; the point that is best on the
/// rows drawn is measured on those that were not, and all such losses are averaged (bootstrap bias
/// corrected cross-validation, docs/math.md §10).
double expected_loss(const Evaluator& evaluator, const Dataset& data, std::uint64_t seed);

}  // namespace tkl
