#include <algorithm>
#include <map>

#include "report/histogram.hpp"
#include "report/sections.hpp"
#include "report/table_rows.hpp"

namespace tkl::report {

namespace {

constexpr Index bins = 24;

Json number_column(const Context& context, std::size_t column, std::vector<bool>& is_outside) {
  const Matrix& points = context.data.points;
  const Index feature = context.columns[column].first;
  const double least = context.model.feature_scaler.minimum()(feature);
  const double most = context.model.feature_scaler.maximum()(feature);
  Index missing = 0;
  Index below = 0;
  Index above = 0;
  std::vector<double> present;
  for (Index i = 0; i < points.rows(); ++i) {
    if (is_missing(context, column, points, i)) {
      ++missing;
      continue;
    }
    const double value = points(i, feature);
    present.push_back(value);
    below += value < least ? 1 : 0;
    above += value > most ? 1 : 0;
    if (value < least || value > most) is_outside[static_cast<std::size_t>(i)] = true;
  }
  Json entry = {{"name", context.column_name(column)},
                {"kind", "number"},
                {"trained_from", least},
                {"trained_to", most},
                {"missing", missing},
                {"below", below},
                {"above", above}};
  const auto& fill = context.model.recipe[column].fill;
  entry["fill"] = fill ? Json(*fill) : Json();
  if (present.empty()) return entry;
  Vector values = Eigen::Map<const Vector>(present.data(), std::ssize(present));
  entry["from"] = values.minCoeff();
  entry["to"] = values.maxCoeff();
  entry["mean"] = number(values.mean());
  entry["histogram"] = to_json(histogram(values, bins));
  return entry;
}

Json category_column(const Context& context, std::size_t column, std::vector<bool>& is_outside) {
  constexpr std::size_t most_levels = 12;
  const Matrix& points = context.data.points;
  std::map<std::string, Index> counts;
  Index missing = 0;
  Index unknown = 0;
  for (Index i = 0; i < points.rows(); ++i) {
    const auto level = level_of(context, column, points, i);
    if (!level) {
      ++unknown;
      is_outside[static_cast<std::size_t>(i)] = true;
    } else if (level->empty()) {
      ++missing;
    } else {
      ++counts[*level];
    }
  }
  std::vector<std::pair<std::string, Index>> levels(counts.begin(), counts.end());
  std::stable_sort(levels.begin(), levels.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  levels.resize(std::min(most_levels, levels.size()));
  Json shown = Json::array();
  for (const auto& [level, count] : levels) shown.push_back({{"level", level}, {"count", count}});
  const std::vector<std::string>& known = context.model.recipe[column].levels;
  return {{"name", context.column_name(column)},
          {"kind", "category"},
          {"trained_levels", std::ssize(known) - std::count(known.begin(), known.end(), "")},
          {"missing", missing},
          {"unknown", unknown},
          {"levels", shown}};
}

}  // namespace

Json data_section(const Context& context) {
  std::vector<bool> is_outside(static_cast<std::size_t>(context.data.points.rows()), false);
  Json columns = Json::array();
  for (std::size_t column = 0; column < context.columns.size(); ++column) {
    columns.push_back(context.model.recipe[column].is_categorical()
                          ? category_column(context, column, is_outside)
                          : number_column(context, column, is_outside));
  }
  return {{"name", context.data.name},
          {"rows", context.data.points.rows()},
          {"rows_outside", std::count(is_outside.begin(), is_outside.end(), true)},
          {"columns", columns}};
}

}  // namespace tkl::report
