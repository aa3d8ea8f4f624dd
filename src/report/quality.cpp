#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "report/sections.hpp"

namespace tkl::report {

namespace {

/// The share of the model's support vectors that stand among the rows: of the training data all do.
double share_of_support_vectors(const Model& model, const Matrix& points) {
  using Row = std::vector<double>;
  const auto row_of = [](const Matrix& matrix, Index i) {
    Row row(static_cast<std::size_t>(matrix.cols()));
    for (Index j = 0; j < matrix.cols(); ++j) row[static_cast<std::size_t>(j)] = matrix(i, j);
    return row;
  };
  const Index count = model.support_vectors.rows();
  if (count == 0) return 0.0;
  std::set<Row> missing;
  for (Index i = 0; i < count; ++i) missing.insert(row_of(model.support_vectors, i));
  const auto distinct = static_cast<double>(missing.size());
  for (Index i = 0; i < points.rows() && !missing.empty(); ++i) missing.erase(row_of(points, i));
  return 1.0 - static_cast<double>(missing.size()) / distinct;
}

}  // namespace

Json quality_section(const Context& context) {
  Json section =
      context.model.task == Task::regression ? regression_quality(context) : class_quality(context);
  section["rows"] = context.data.points.rows();
  section["rows_with_target"] = std::ssize(context.known) + context.unknown_classes;
  section["support_vectors_among_rows"] =
      share_of_support_vectors(context.model, context.data.points);
  return section;
}

}  // namespace tkl::report
