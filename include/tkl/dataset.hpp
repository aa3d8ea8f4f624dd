#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/matrix.hpp"
#include "tkl/recipe.hpp"

namespace tkl {

enum class Task { classification, regression };
constexpr std::string_view to_string(Task task) {
  return task == Task::classification ? "classification" : "regression";
}

/// Where the points of a data set are.
enum class Residence { memory, disk };

/// What is to be learned of each row, and what the columns mean: all of a data set but its points.
struct DatasetWithoutPoints {
  Task task = Task::regression;
  /// Regression: the values. Classification: indices into `classes`.
  Vector target;
  /// The class labels in sorted order: as text, or if all are numbers by value, spelled by
  /// format_number (so that "1", "+1" and "1.0" are one class, "1").
  std::vector<std::string> classes;
  std::vector<std::string> feature_names;
  /// How features come from the columns of a table; empty: each from the column of its name.
  Recipe recipe;
  std::string target_name = "target";
  /// One weight a row: a weight of 2 is the same as the row given twice. Empty means all ones.
  Vector weights;
  /// One number a row: rows with the same number belong together, and cross-validation does not
  /// separate them. Empty: every row alone.
  std::vector<int> groups;
};

/// Points with their targets, ready to be learned from.
struct Dataset : DatasetWithoutPoints {
  static constexpr Residence residence = Residence::memory;
  Matrix points;  ///< m × n, in the user's units

  Index rows() const { return points.rows(); }
  Index features() const { return points.cols(); }
};

/// A data set from arrays; features are called x1, x2, … Nothing is checked yet: see validate().
Dataset regression_data(Matrix points, Vector target);
Dataset classification_data(Matrix points, const std::vector<std::string>& labels);

/// The position of a label, as written anywhere, among the classes of a data set or model. Numbers
/// are compared by value if all classes are numbers. Nothing if the label is none of the classes.
std::optional<Index> class_index(const std::vector<std::string>& classes, std::string_view label);

/// Multiplies weights by class: rows of class k get factor k.
void weigh_classes(DatasetWithoutPoints& data, const Vector& factors);
/// Factors that give every class the same total weight, and all rows together what they had.
Vector balanced_class_weights(const DatasetWithoutPoints& data);

/// The rows of `data` with the given indices (from 0), in that order. Throws an Error if there is
/// no such row. All classes are kept, even one that no selected row has.
Dataset select_rows(const Dataset& data, const std::vector<Index>& rows);
DatasetWithoutPoints select_without_points(const DatasetWithoutPoints& data,
                                           const std::vector<Index>& rows);

/// Throws an Error unless sizes agree, all numbers are finite, weights are not negative, there are
/// a feature and at least two rows, and a classification task has at least two classes with a row
/// of each. Rows of weight 0 do not count.
void validate(const Dataset& data);

}  // namespace tkl
