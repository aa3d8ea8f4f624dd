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

/// The same predictions, no further out than targets are. Errors beyond tell how far a model goes astray at one odd row,
/// of which a choice without that row cannot know, and would be all that a mean over draws shows.
Matrix within_range_of(const Vector& target, const Matrix& predicted);

/// The same of log losses: who has seen m rows cannot know of a class that it is rarer than 1/(m + 2) (Laplace).
Vector within_knowledge(const Vector& log_losses);

/// The loss to expect of the model that is chosen; NaN if none can be judged.
double expected_loss(const Choice& choice, const Vector& row_weights, int draws,
                     std::uint64_t seed);

}  // namespace tkl
