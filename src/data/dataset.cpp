#include "tkl/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "data/labels.hpp"
#include "data/message.hpp"
#include "data/names.hpp"
#include "tkl/dataset_on_disk.hpp"
#include "tkl/error.hpp"

namespace tkl {
namespace {

std::vector<std::string> names_for(const Matrix& points) {
  return internal::numbered_names(static_cast<std::size_t>(points.cols()));
}

void require_size(Index found, Index expected, const std::string& what) {
  if (found == expected) return;
  throw Error("data set: " + what + ": found " + std::to_string(found) + ", expected " +
              std::to_string(expected));
}

void validate_sizes(const DatasetWithoutPoints& data, Index rows, Index features) {
  if (features < 1) throw Error("data set: there is no feature; at least one is needed");
  require_size(data.target.size(), rows, "number of targets, one a row");
  require_size(static_cast<Index>(data.feature_names.size()), features,
               "number of feature names, one a column");
  if (data.weights.size() > 0) {
    require_size(data.weights.size(), rows, "number of weights, one a row or none");
  }
  if (!data.groups.empty()) {
    require_size(static_cast<Index>(data.groups.size()), rows,
                 "number of groups, one a row or none");
  }
}

/// Of rows from `first` on.
void validate_points(const Matrix& points, Index first, const std::vector<std::string>& names) {
  for (Index j = 0; j < points.cols(); ++j) {
    if (points.col(j).allFinite()) continue;
    Index i = 0;
    while (std::isfinite(points(i, j))) ++i;
    throw Error("data set: row " + std::to_string(first + i + 1) + ", feature " +
                std::to_string(j + 1) + " (" + internal::quote(names[static_cast<std::size_t>(j)]) +
                "): the value is not finite; fill in a number or remove the row");
  }
}

void validate_target(const DatasetWithoutPoints& data) {
  for (Index i = 0; i < data.target.size(); ++i) {
    if (std::isfinite(data.target(i))) continue;
    throw Error("data set: row " + std::to_string(i + 1) +
                ": the target is not finite; fill in a number or remove the row");
  }
}

void validate_weights(const DatasetWithoutPoints& data) {
  for (Index i = 0; i < data.weights.size(); ++i) {
    if (std::isfinite(data.weights(i)) && data.weights(i) >= 0.0) continue;
    throw Error("data set: row " + std::to_string(i + 1) +
                ": the weight must be finite and not negative");
  }
}

bool row_counts(const DatasetWithoutPoints& data, Index row) {
  return data.weights.size() == 0 || data.weights(row) > 0.0;
}

void validate_row_count(const DatasetWithoutPoints& data) {
  Index counted = 0;
  for (Index i = 0; i < data.target.size(); ++i) counted += row_counts(data, i) ? 1 : 0;
  if (counted >= 2) return;
  throw Error("data set: at least two rows of positive weight are needed, found " +
              std::to_string(counted));
}

void validate_classes(const DatasetWithoutPoints& data) {
  if (data.classes.size() < 2) {
    throw Error("data set: found " + std::to_string(data.classes.size()) +
                (data.classes.size() == 1 ? " class" : " classes") +
                "; classification needs at least two");
  }
  const auto classes = static_cast<double>(data.classes.size());
  std::vector<Index> count(data.classes.size(), 0);
  for (Index i = 0; i < data.target.size(); ++i) {
    const double target = data.target(i);
    if (!(target >= 0.0 && target < classes) || target != std::floor(target)) {
      throw Error("data set: row " + std::to_string(i + 1) +
                  ": a classification target must be an index into the classes, 0 to " +
                  std::to_string(data.classes.size() - 1));
    }
    if (row_counts(data, i)) ++count[static_cast<std::size_t>(target)];
  }
  for (std::size_t k = 0; k < count.size(); ++k) {
    if (count[k] > 0) continue;
    throw Error("data set: no row of positive weight has the class " +
                internal::quote(data.classes[k]) + "; give at least one");
  }
}

void validate_rows(const DatasetWithoutPoints& data) {
  validate_target(data);
  validate_weights(data);
  validate_row_count(data);
  if (data.task == Task::classification) validate_classes(data);
}

void require_rows(const std::vector<Index>& rows, Index count) {
  for (const Index row : rows) {
    if (row >= 0 && row < count) continue;
    throw Error("select_rows: there is no row with index " + std::to_string(row) +
                "; the data set has " + std::to_string(count) + " rows, counted from 0");
  }
}

}  // namespace

Dataset regression_data(Matrix points, Vector target) {
  Dataset data;
  data.task = Task::regression;
  data.feature_names = names_for(points);
  data.points = std::move(points);
  data.target = std::move(target);
  return data;
}

Dataset classification_data(Matrix points, const std::vector<std::string>& labels) {
  internal::ClassifiedLabels classified = internal::classify_labels(labels);
  Dataset data = regression_data(std::move(points), std::move(classified.indices));
  data.task = Task::classification;
  data.classes = std::move(classified.classes);
  return data;
}

void weigh_classes(DatasetWithoutPoints& data, const Vector& factors) {
  require_size(factors.size(), static_cast<Index>(data.classes.size()),
               "number of class weights, one a class");
  if (data.weights.size() == 0) data.weights = Vector::Ones(data.target.size());
  for (Index i = 0; i < data.target.size(); ++i) {
    data.weights(i) *= factors(static_cast<Index>(data.target(i)));
  }
}

Vector balanced_class_weights(const DatasetWithoutPoints& data) {
  const auto classes = static_cast<Index>(data.classes.size());
  Vector total = Vector::Zero(classes);
  for (Index i = 0; i < data.target.size(); ++i) {
    total(static_cast<Index>(data.target(i))) += data.weights.size() == 0 ? 1.0 : data.weights(i);
  }
  const double share = total.sum() / static_cast<double>(classes);
  return total.unaryExpr([share](double t) { return t > 0.0 ? share / t : 1.0; });
}

DatasetWithoutPoints select_without_points(const DatasetWithoutPoints& data,
                                           const std::vector<Index>& rows) {
  require_rows(rows, data.target.size());
  DatasetWithoutPoints selected;
  selected.task = data.task;
  selected.target = data.target(rows);
  selected.classes = data.classes;
  selected.feature_names = data.feature_names;
  selected.recipe = data.recipe;
  selected.target_name = data.target_name;
  if (data.weights.size() > 0) selected.weights = data.weights(rows);
  for (const Index row : rows) {
    if (!data.groups.empty()) {
      selected.groups.push_back(data.groups[static_cast<std::size_t>(row)]);
    }
  }
  return selected;
}

Dataset select_rows(const Dataset& data, const std::vector<Index>& rows) {
  require_rows(rows, data.rows());
  return {select_without_points(data, rows), data.points(rows, Eigen::all)};
}

Dataset select_rows(const DatasetOnDisk& data, const std::vector<Index>& rows) {
  require_rows(rows, data.rows());
  return {select_without_points(data, rows), data.points->read(rows)};
}

void validate(const Dataset& data) {
  validate_sizes(data, data.rows(), data.features());
  validate_points(data.points, 0, data.feature_names);
  validate_rows(data);
}

void validate(const DatasetOnDisk& data) {
  validate_sizes(data, data.rows(), data.features());
  constexpr Index most = 8192;
  for (Index first = 0; first < data.rows(); first += most) {
    const Index count = std::min(most, data.rows() - first);
    validate_points(data.points->block(first, count), first, data.feature_names);
  }
  validate_rows(data);
}

}  // namespace tkl
