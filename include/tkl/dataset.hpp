#pragma once

#include <string>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl {

enum class Task { classification, regression };

/// Points with their targets, ready to be learned from.
struct Dataset {
  Task task = Task::regression;
  Matrix points;  ///< m × n, in the user's units
  /// Regression: the values. Classification: indices into `classes`.
  Vector target;
  /// The class labels as written in the data, in sorted order (as numbers if all are numbers).
  std::vector<std::string> classes;
  std::vector<std::string> feature_names;
  std::string target_name = "target";
  /// One weight a row: a weight of 2 is the same as the row given twice. Empty means all ones.
  Vector weights;

  Index rows() const { return points.rows(); }
  Index features() const { return points.cols(); }
};

/// A data set from arrays; features are called x1, x2, …
Dataset regression_data(Matrix points, Vector target);
Dataset classification_data(Matrix points, const std::vector<std::string>& labels);

/// The rows of `data` with the given indices, in that order.
Dataset select_rows(const Dataset& data, const std::vector<Index>& rows);

/// Throws an Error unless sizes agree, all numbers are finite, weights are not negative, there are
/// at least two rows, and a classification task has exactly two classes with a row of each.
void validate(const Dataset& data);

}  // namespace tkl
