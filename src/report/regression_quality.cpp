#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "report/histogram.hpp"
#include "report/sections.hpp"
#include "report/table_rows.hpp"
#include "tkl/metrics.hpp"

namespace tkl::report {

namespace {

constexpr Index most_points = 1500;
constexpr Index most_listed = 10;
constexpr Index bins = 31;

/// Half the widths of intervals of several coverages, by the errors that were held out.
Json radii(const Model& model) {
  constexpr std::array<double, 6> coverages = {0.5, 0.6, 0.7, 0.8, 0.9, 0.95};
  Json list = Json::array();
  for (const double coverage : coverages) {
    list.push_back({{"coverage", coverage}, {"radius", number(model.interval_radius(coverage))}});
  }
  return list;
}

Json held_out(const Context& context) {
  const Vector& errors = context.model.held_out_errors;
  if (errors.size() == 0) return {};
  return {
      {"count", errors.size()},
      {"mean", errors.mean()},
      {"root_mean_square", std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()))},
      {"coverage", context.options.coverage},
      {"radius", number(context.model.interval_radius(context.options.coverage))},
      {"radii", radii(context.model)},
      {"histogram", to_json(histogram(errors, bins))}};
}

Json points(const Context& context) {
  Json list = Json::array();
  for (const Index i : sampled(context.known, most_points, context.options.seed)) {
    list.push_back({{"row", i + 1},
                    {"observed", drawn(context.data.target(i))},
                    {"predicted", drawn(context.predicted(i))}});
  }
  return list;
}

Json worst(const Context& context, const Vector& residuals) {
  std::vector<Index> order(static_cast<std::size_t>(residuals.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto count = std::min<std::ptrdiff_t>(most_listed, std::ssize(order));
  std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](Index a, Index b) {
    return std::abs(residuals(a)) > std::abs(residuals(b));
  });
  Json list = Json::array();
  for (std::ptrdiff_t k = 0; k < count; ++k) {
    const Index i = context.known[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])];
    list.push_back({{"row", i + 1},
                    {"observed", context.data.target(i)},
                    {"predicted", number(context.predicted(i))},
                    {"values", column_values(context, i)}});
  }
  return list;
}

}  // namespace

Json regression_quality(const Context& context) {
  Json section = {{"held_out", held_out(context)}};
  if (context.known.empty()) return section;
  const Vector truth = context.data.target(context.known);
  const Vector predicted = context.predicted(context.known);
  const Vector residuals = truth - predicted;
  const double squared = measure(Metric::mse, truth, predicted, {});
  section["mean_squared_error"] = squared;
  section["root_mean_square_error"] = std::sqrt(squared);
  section["mean_absolute_error"] = measure(Metric::mae, truth, predicted, {});
  section["r2"] = number(measure(Metric::r2, truth, predicted, {}));
  section["bias"] = -residuals.mean();
  if (context.model.held_out_errors.size() != 0) {
    const double radius = context.model.interval_radius(context.options.coverage);
    section["inside_interval"] = static_cast<double>((residuals.array().abs() <= radius).count()) /
                                 static_cast<double>(residuals.size());
  }
  section["points"] = points(context);
  section["residuals"] = to_json(histogram(residuals, bins));
  section["worst"] = worst(context, residuals);
  section["weak_spots"] = weak_spots(context, residuals.cwiseAbs2());
  return section;
}

}  // namespace tkl::report
