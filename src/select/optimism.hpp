#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// How the smallest of many noisy numbers deceives: whoever chooses a model by its cross-validated
/// loss must not believe that loss. Rows are drawn with replacement; the model that is best on the
/// rows drawn is measured on those that were not, and all such losses are averaged (bootstrap bias
/// corrected cross-validation, docs/math.md §11).
struct Choice {
  std::size_t models = 0;
  /// Loss of a model over rows with these weights, less is better: by which models are chosen, and
  /// by which they are judged.
  std::function<double(std::size_t model, const Vector& weights)> criterion;
  std::function<double(std::size_t model, const Vector& weights)> loss;
};

/// The loss to expect of the model that is chosen; NaN if none can be judged.
double expected_loss(const Choice& choice, const Vector& row_weights, int draws,
                     std::uint64_t seed);

}  // namespace tkl
