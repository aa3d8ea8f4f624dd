#pragma once

#include "report/context.hpp"

namespace tkl::report {

/// The levels of a feature that some member of the model takes for a code; empty if none does.
Vector code_levels(const Model& model, Index feature);

/// Columns of quantities that vary in the training data, those that matter most first.
std::vector<std::size_t> varying_numbers(const Context& context);

/// `count` values from the smallest to the largest that training saw of a feature.
Vector even_grid(const Context& context, Index feature, Index count);

/// At most `count` places where a support vector cuts the feature: there a tessellated kernel has
/// its kinks.
Vector cuts_of(const Model& model, Index feature, Index count);

/// Points of a grid in two features, the first running fastest, everything else as in `base`.
Matrix plane(const Vector& base, Index x, const Vector& x_values, Index y, const Vector& y_values);

/// A row that stands in the middle: medians of numbers, for categories the commonest level.
Vector typical_point(const Context& context);

}  // namespace tkl::report
