#include <algorithm>
#include <cmath>

#include "report/grid.hpp"
#include "report/outputs.hpp"
#include "report/sections.hpp"
#include "tkl/table.hpp"
#include "tkl/tessellated.hpp"

namespace tkl::report {

namespace {

constexpr std::size_t most_columns = 12;
constexpr std::size_t most_paired = 4;
constexpr Index even_steps = 61;
constexpr Index most_kinks = 60;
constexpr Index most_cuts = 120;
constexpr Index surface_steps = 41;
constexpr Index fine_surface_steps = 81;  // of the only one
constexpr Index most_points = 300;

Json importance(const Context& context) {
  if (!context.explanation) return {};
  Json columns = Json::array();
  for (const std::size_t k : context.by_importance) {
    const ColumnImportance& column = context.explanation->columns[k];
    columns.push_back(
        {{"name", column.name}, {"main", number(column.main)}, {"total", number(column.total)}});
  }
  return {{"exact", context.explanation->exact},
          {"rows", context.explanation->rows},
          {"of_data", context.background_is_data},
          {"columns", columns}};
}

/// So few rows that all curves together take seconds at most, whatever the model's size.
Matrix averaged_rows(const Context& context, std::size_t columns) {
  constexpr double affordable = 4e8;  // pairs of a point and a support vector
  constexpr Index fewest = 20;
  constexpr Index most = 200;
  const double each = static_cast<double>(columns) * static_cast<double>(even_steps + most_kinks) *
                      static_cast<double>(std::max<Index>(1, all_support_vectors(context.model)));
  const auto rows = std::clamp(static_cast<Index>(affordable / each), fewest, most);
  return context.background(evenly(context.background.rows(), rows), Eigen::all);
}

double quantile(Vector values, double share) {
  const auto place = values.begin() + std::lround(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

struct Curve {
  Matrix mean;   // a row for each value of the column, a column for each output
  Matrix lower;  // a tenth of the rows are below
  Matrix upper;  // and a tenth above
};

/// The predictions of all rows with the features of one column set, one setting after the other.
Curve dependence(const Context& context, const Matrix& rows, ColumnPlace place,
                 const Matrix& settings) {
  constexpr double tail = 0.1;
  const auto outputs = static_cast<Index>(outputs_of(context.model).names.size());
  Matrix points = rows.replicate(settings.rows(), 1);
  for (Index k = 0; k < settings.rows(); ++k) {
    points.block(k * rows.rows(), place.first, rows.rows(), place.count) =
        settings.row(k).replicate(rows.rows(), 1);
  }
  const Matrix values = output_values(context.model, points, context.options.threads);
  Curve curve{Matrix(settings.rows(), outputs), Matrix(settings.rows(), outputs),
              Matrix(settings.rows(), outputs)};
  for (Index k = 0; k < settings.rows(); ++k) {
    for (Index c = 0; c < outputs; ++c) {
      const Vector part = values.col(c).segment(k * rows.rows(), rows.rows());
      curve.mean(k, c) = part.mean();
      curve.lower(k, c) = quantile(part, tail);
      curve.upper(k, c) = quantile(part, 1.0 - tail);
    }
  }
  return curve;
}

Json curve_to_json(const Curve& curve) {
  Json outputs = Json::array();
  for (Index c = 0; c < curve.mean.cols(); ++c) {
    outputs.push_back({{"mean", drawn(Vector(curve.mean.col(c)))},
                       {"lower", drawn(Vector(curve.lower.col(c)))},
                       {"upper", drawn(Vector(curve.upper.col(c)))}});
  }
  return outputs;
}

/// Even steps, and the places of kinks: there the curve turns.
Vector steps_of(const Context& context, Index feature) {
  const Vector even = even_grid(context, feature, even_steps);
  const Vector kinks = cuts_of(context.model, feature, most_kinks);
  Vector all(even.size() + kinks.size());
  all << even, kinks;
  std::sort(all.begin(), all.end());
  const auto distinct = std::unique(all.begin(), all.end()) - all.begin();
  return all.head(distinct);
}

Json number_dependence(const Context& context, const Matrix& rows, std::size_t column) {
  const ColumnPlace place = context.columns[column];
  const Vector steps = steps_of(context, place.first);
  // The mark of a missing value is 0 beside a value.
  Matrix settings = Matrix::Zero(steps.size(), place.count);
  settings.col(0) = steps;
  return {{"name", context.column_name(column)},
          {"kind", "number"},
          {"values", drawn(steps)},
          {"cuts", drawn(cuts_of(context.model, place.first, most_cuts))},
          {"outputs", curve_to_json(dependence(context, rows, place, settings))}};
}

Json category_dependence(const Context& context, const Matrix& rows, std::size_t column) {
  constexpr Index most_levels = 30;
  const ColumnPlace place = context.columns[column];
  const std::vector<std::string>& levels = context.model.recipe[column].levels;
  const Index shown = std::min(place.count, most_levels);
  const Matrix settings = Matrix::Identity(place.count, place.count).topRows(shown);
  return {{"name", context.column_name(column)},
          {"kind", "category"},
          {"values", std::vector<std::string>(levels.begin(), levels.begin() + shown)},
          {"outputs", curve_to_json(dependence(context, rows, place, settings))}};
}

/// What lies between codes means nothing.
Json code_dependence(const Context& context, const Matrix& rows, std::size_t column,
                     const Vector& levels) {
  const ColumnPlace place = context.columns[column];
  Matrix settings = Matrix::Zero(levels.size(), place.count);
  settings.col(0) = levels;
  std::vector<std::string> names;
  for (const double level : levels) names.push_back(format_number(level));
  return {{"name", context.column_name(column)},
          {"kind", "category"},
          {"values", names},
          {"outputs", curve_to_json(dependence(context, rows, place, settings))}};
}

Json dependences(const Context& context) {
  Json list = Json::array();
  const std::size_t count = std::min(most_columns, context.by_importance.size());
  const Matrix rows = averaged_rows(context, count);
  const FeatureScaler& scaler = context.model.feature_scaler;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t column = context.by_importance[k];
    const Index feature = context.columns[column].first;
    if (context.model.recipe[column].is_categorical()) {
      list.push_back(category_dependence(context, rows, column));
    } else if (const Vector levels = code_levels(context.model, feature); levels.size() > 0) {
      list.push_back(code_dependence(context, rows, column, levels));
    } else if (scaler.maximum()(feature) > scaler.minimum()(feature)) {
      list.push_back(number_dependence(context, rows, column));
    }
  }
  return {{"rows", rows.rows()}, {"columns", list}};
}

/// Rows of the data to lay over a surface.
Json overlay(const Context& context, Index x, Index y) {
  Json list = Json::array();
  for (const Index i : sampled(context.known, most_points, context.options.seed)) {
    list.push_back({{"x", drawn(context.data.points(i, x))},
                    {"y", drawn(context.data.points(i, y))},
                    {"observed", drawn(context.data.target(i))}});
  }
  return list;
}

Json surface(const Context& context, std::size_t first, std::size_t second, Index steps) {
  const Index x = context.columns[first].first;
  const Index y = context.columns[second].first;
  const Vector x_values = even_grid(context, x, steps);
  const Vector y_values = even_grid(context, y, steps);
  const Matrix points = plane(typical_point(context), x, x_values, y, y_values);
  const Matrix values = output_values(context.model, points, context.options.threads);
  Json outputs = Json::array();
  for (Index c = 0; c < values.cols(); ++c) outputs.push_back(drawn(Vector(values.col(c))));
  return {{"x", context.column_name(first)},
          {"y", context.column_name(second)},
          {"x_values", drawn(x_values)},
          {"y_values", drawn(y_values)},
          {"outputs", outputs},
          {"x_cuts", drawn(cuts_of(context.model, x, most_kinks))},
          {"y_cuts", drawn(cuts_of(context.model, y, most_kinks))},
          {"points", overlay(context, x, y)}};
}

Json surfaces(const Context& context) {
  const std::vector<std::size_t> columns = varying_numbers(context);
  const std::size_t count = std::min(most_paired, columns.size());
  Json list = Json::array();
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      list.push_back(surface(context, columns[a], columns[b],
                             count == 2 ? fine_surface_steps : surface_steps));
    }
  }
  return list;
}

bool is_tessellated(const Model& model) {
  const auto members = members_of(model);
  return std::any_of(members.begin(), members.end(), [](const Model* member) {
    return dynamic_cast<const Tessellated*>(member->family.get()) != nullptr;
  });
}

}  // namespace

Json influence_section(const Context& context) {
  const Outputs outputs = outputs_of(context.model);
  Json section = {{"quantity", outputs.quantity},
                  {"outputs", outputs.names},
                  {"has_kinks", is_tessellated(context.model)},
                  {"importance", importance(context)}};
  const bool has_rows = context.background.rows() > 0;
  section["dependence"] = has_rows ? dependences(context) : Json();
  section["surfaces"] = has_rows ? surfaces(context) : Json::array();
  return section;
}

}  // namespace tkl::report
