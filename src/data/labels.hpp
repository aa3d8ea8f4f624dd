#pragma once

#include <string>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl::internal {

struct ClassifiedLabels {
  std::vector<std::string> classes;  ///< distinct and sorted
  Vector indices;                    ///< of each label in `classes`
};

/// If every label is a number, equal numbers are one class ("1", "+1.0"), spelled by
/// format_number and sorted by value; otherwise the labels are told apart and sorted as text.
ClassifiedLabels classify_labels(const std::vector<std::string>& labels);

/// Makes one class of those that differ by capitals only, if they are boolean: see LevelFinder.
void merge_capitals(ClassifiedLabels& labels);

}  // namespace tkl::internal
