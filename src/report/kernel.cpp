#include <algorithm>
#include <numeric>

#include "report/grid.hpp"
#include "report/names.hpp"
#include "report/sections.hpp"
#include "tkl/spectrum.hpp"
#include "tkl/table.hpp"

namespace tkl::report {

namespace {

constexpr Index most_functions = 60;
constexpr Index most_gram = 60;
constexpr std::size_t most_machines = 6;
constexpr Index centres = 5;
constexpr std::size_t most_sliced = 6;
constexpr Index slice_steps = 81;
constexpr Index map_steps = 31;

/// Rows to evaluate the kernel at, in an order in which a good kernel shows blocks.
struct OrderedRows {
  Matrix points;
  std::vector<std::string> labels;  // what they are ordered by
};

std::string target_text(const Model& model, double target) {
  return model.task == Task::classification ? model.classes[static_cast<std::size_t>(target)]
                                            : in_words(target);
}

OrderedRows by_target(const Context& context) {
  std::vector<Index> rows = context.known;
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) {
    return context.data.target(a) < context.data.target(b);
  });
  OrderedRows ordered;
  std::vector<Index> kept;
  for (const Index k : evenly(std::ssize(rows), most_gram)) {
    const Index i = rows[static_cast<std::size_t>(k)];
    kept.push_back(i);
    ordered.labels.push_back(target_text(context.model, context.data.target(i)));
  }
  ordered.points = context.data.points(kept, Eigen::all);
  return ordered;
}

OrderedRows by_prediction(const Context& context) {
  const Matrix& points = context.background;
  const Vector predicted = context.model.predict(points, context.options.threads);
  std::vector<Index> rows(static_cast<std::size_t>(points.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::stable_sort(rows.begin(), rows.end(),
                   [&](Index a, Index b) { return predicted(a) < predicted(b); });
  OrderedRows ordered;
  std::vector<Index> kept;
  for (const Index k : evenly(std::ssize(rows), most_gram)) {
    kept.push_back(rows[static_cast<std::size_t>(k)]);
    ordered.labels.push_back(target_text(context.model, predicted(kept.back())));
  }
  ordered.points = points(kept, Eigen::all);
  return ordered;
}

/// P as it is; of a large one the block of those functions that carry most weight.
Json parameter_to_json(const Model& member, const Machine& machine) {
  const Spectrum spectrum = spectrum_of(*member.family, machine.P);
  const Vector weight = spectrum.diagonal ? Vector(machine.P.col(0)) : Vector(machine.P.diagonal());
  std::vector<Index> shown(static_cast<std::size_t>(weight.size()));
  std::iota(shown.begin(), shown.end(), Index{0});
  if (weight.size() > most_functions) {
    std::stable_sort(shown.begin(), shown.end(),
                     [&](Index a, Index b) { return weight(a) > weight(b); });
    shown.resize(most_functions);
    std::sort(shown.begin(), shown.end());
  }
  const std::vector<std::string> all_names = function_names(member);
  std::vector<std::string> names;
  for (const Index k : shown) {
    const std::string& name = all_names[static_cast<std::size_t>(k)];
    names.push_back(name.empty() ? "function " + std::to_string(k + 1) : name);
  }
  const Index values = std::min(most_functions, spectrum.values.size());
  return {{"diagonal", spectrum.diagonal},
          {"size", weight.size()},
          {"trace", spectrum.trace},
          {"tau", member.family->feasible_set().tau()},
          {"above_floor", spectrum.above_floor},
          {"positive", spectrum.positive},
          {"names", names},
          {"P", spectrum.diagonal ? drawn(Vector(weight(shown)))
                                  : drawn(Matrix(machine.P(shown, shown)))},
          {"eigenvalues", drawn(Vector(spectrum.values.head(values)))}};
}

/// k(x0, ·) along one feature through x0.
Json slice(const Context& context, const Model& member, std::size_t machine, const Vector& centre,
           std::size_t column) {
  const Index feature = context.columns[column].first;
  Vector steps(slice_steps + 1);
  steps << even_grid(context, feature, slice_steps), centre(feature);
  std::sort(steps.begin(), steps.end());
  Matrix points = centre.transpose().replicate(steps.size(), 1);
  points.col(feature) = steps;
  const Matrix values = member.kernel(points, centre.transpose(), context.options.threads, machine);
  return {{"column", context.column_name(column)},
          {"at", drawn(centre(feature))},
          {"x", drawn(steps)},
          {"k", drawn(Vector(values.col(0)))}};
}

/// The same over the two features that matter most.
Json map(const Context& context, const Model& member, std::size_t machine, const Vector& centre,
         const std::vector<std::size_t>& columns) {
  if (columns.size() < 2) return {};
  const Index x = context.columns[columns[0]].first;
  const Index y = context.columns[columns[1]].first;
  const Vector x_values = even_grid(context, x, map_steps);
  const Vector y_values = even_grid(context, y, map_steps);
  const Matrix values = member.kernel(plane(centre, x, x_values, y, y_values), centre.transpose(),
                                      context.options.threads, machine);
  return {{"x", context.column_name(columns[0])},
          {"y", context.column_name(columns[1])},
          {"x_values", drawn(x_values)},
          {"y_values", drawn(y_values)},
          {"at", {drawn(centre(x)), drawn(centre(y))}},
          {"k", drawn(Vector(values.col(0)))}};
}

Json centres_to_json(const Context& context, const Model& member, std::size_t machine,
                     const OrderedRows& rows) {
  std::vector<std::size_t> columns = varying_numbers(context);
  columns.resize(std::min(columns.size(), most_sliced));
  Json list = Json::array();
  for (const Index k : evenly(rows.points.rows(), centres)) {
    const Vector centre = rows.points.row(k).transpose();
    Json slices = Json::array();
    for (const std::size_t column : columns) {
      slices.push_back(slice(context, member, machine, centre, column));
    }
    list.push_back({{"label", rows.labels[static_cast<std::size_t>(k)]},
                    {"slices", slices},
                    {"map", map(context, member, machine, centre, columns)}});
  }
  return list;
}

}  // namespace

Json kernel_section(const Context& context) {
  const bool has_targets = context.known.size() >= 2;
  const OrderedRows rows = has_targets ? by_target(context) : by_prediction(context);
  Json machines = Json::array();
  std::size_t total = 0;
  for (const Model* member : members_of(context.model)) {
    total += member->machines.size();
    for (std::size_t k = 0; k < member->machines.size() && machines.size() < most_machines; ++k) {
      const Machine& machine = member->machines[k];
      machines.push_back(
          {{"kernel", kernel_name(*member)},
           {"machine", machine_name(*member, machine)},
           {"share", member->share},
           {"learned", has_learned_kernel(*member)},
           {"parameter", parameter_to_json(*member, machine)},
           {"gram", drawn(member->kernel(rows.points, rows.points, context.options.threads, k))},
           {"centres", centres_to_json(context, *member, k, rows)}});
    }
  }
  return {{"ordered_by", has_targets ? "target" : "prediction"},
          {"rows_of_data", has_targets || context.background_is_data},
          {"labels", rows.labels},
          {"machines", machines},
          {"all_machines", total}};
}

}  // namespace tkl::report
