#include "report/grid.hpp"

#include <algorithm>

namespace tkl::report {

namespace {

double median(Vector values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Vector code_levels(const Model& model, Index feature) {
  for (const Model* member : members_of(model)) {
    for (const Code& code : member->feature_scaler.codes()) {
      if (code.feature == feature) return code.levels;
    }
  }
  return {};
}

std::vector<std::size_t> varying_numbers(const Context& context) {
  const FeatureScaler& scaler = context.model.feature_scaler;
  std::vector<std::size_t> columns;
  for (const std::size_t column : context.by_importance) {
    const Index feature = context.columns[column].first;
    if (context.model.recipe[column].is_categorical()) continue;
    if (code_levels(context.model, feature).size() > 0) continue;
    if (scaler.maximum()(feature) > scaler.minimum()(feature)) columns.push_back(column);
  }
  return columns;
}

Vector even_grid(const Context& context, Index feature, Index count) {
  const FeatureScaler& scaler = context.model.feature_scaler;
  return Vector::LinSpaced(count, scaler.minimum()(feature), scaler.maximum()(feature));
}

Vector cuts_of(const Model& model, Index feature, Index count) {
  // Along other axes no cut stands at a value of one feature.
  if (model.feature_scaler.axes() == Axes::principal) return {};
  Vector values = model.support_vectors.col(feature);
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return values(evenly(distinct, count));
}

Matrix plane(const Vector& base, Index x, const Vector& x_values, Index y, const Vector& y_values) {
  Matrix points = base.transpose().replicate(x_values.size() * y_values.size(), 1);
  for (Index j = 0; j < y_values.size(); ++j) {
    for (Index i = 0; i < x_values.size(); ++i) {
      points(j * x_values.size() + i, x) = x_values(i);
      points(j * x_values.size() + i, y) = y_values(j);
    }
  }
  return points;
}

Vector typical_point(const Context& context) {
  Vector point = Vector::Zero(context.model.features());
  for (std::size_t column = 0; column < context.columns.size(); ++column) {
    const ColumnPlace place = context.columns[column];
    if (!context.model.recipe[column].is_categorical()) {
      point(place.first) = median(context.background.col(place.first));
      continue;
    }
    Index commonest = 0;
    context.background.middleCols(place.first, place.count).colwise().sum().maxCoeff(&commonest);
    point(place.first + commonest) = 1.0;
  }
  return point;
}

}  // namespace tkl::report
