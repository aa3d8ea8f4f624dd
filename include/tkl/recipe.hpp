#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

/// How one column of a table becomes features.
///
/// A number is one feature. If numbers were missing in training, the median of the others stands for
/// a missing one, and a second feature is 1 there and 0 elsewhere. A categorical column has one
/// feature for each level that training saw, 1 for its rows; a missing value is a level of its own,
/// spelled "". A level that training did not see is 0 in all of them: like none of the known.
struct ColumnRecipe {
  std::string name;
  std::vector<std::string> levels{};  ///< sorted; empty: a number
  std::optional<double> fill{};       ///< of a number: what stands for a missing value

  bool is_categorical() const { return !levels.empty(); }
  Index features() const;

  bool operator==(const ColumnRecipe&) const = default;
};

/// One entry a column, in the order of the features.
using Recipe = std::vector<ColumnRecipe>;

/// "age", "age is missing", "kind=cat".
std::vector<std::string> feature_names(const Recipe& recipe);

/// Every name a column of numbers, none of them ever missing.
Recipe recipe_of_numbers(const std::vector<std::string>& names);

}  // namespace tkl
