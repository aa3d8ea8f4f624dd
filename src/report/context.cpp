#include "report/context.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "data/random.hpp"
#include "tkl/error.hpp"

namespace tkl::report {

namespace {

constexpr Index most_background = 2000;

std::vector<ColumnPlace> places_of(const Recipe& recipe) {
  std::vector<ColumnPlace> places;
  Index next = 0;
  for (const ColumnRecipe& column : recipe) {
    places.push_back({next, column.features()});
    next += column.features();
  }
  return places;
}

std::vector<Index> all_rows(Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

void check(const Model& model, const ReportData& data) {
  if (data.points.rows() != 0 && data.points.cols() != model.features()) {
    throw Error("the data of the report have " + std::to_string(data.points.cols()) +
                " features, but the model " + std::to_string(model.features()));
  }
  if (data.target.size() != 0 && data.target.size() != data.points.rows()) {
    throw Error("there are " + std::to_string(data.target.size()) + " targets for " +
                std::to_string(data.points.rows()) + " rows");
  }
}

void find_known_targets(Context& context) {
  for (Index i = 0; i < context.data.target.size(); ++i) {
    const double truth = context.data.target(i);
    if (std::isnan(truth)) continue;
    if (context.model.task == Task::classification && truth < 0.0) {
      ++context.unknown_classes;
    } else {
      context.known.push_back(i);
    }
  }
}

void predict_data(Context& context) {
  if (context.data.points.rows() == 0) return;
  const auto begin = std::chrono::steady_clock::now();
  context.decisions = context.model.decision_values(context.data.points, context.options.threads);
  context.predicted = context.model.predict_from(context.decisions);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  context.prediction_seconds = elapsed.count();
}

void choose_background(Context& context) {
  const Matrix& points = context.data.points;
  context.background_is_data = points.rows() >= 2;
  if (context.background_is_data) {
    const auto rows = sampled(all_rows(points.rows()), most_background, context.options.seed);
    context.background = points(rows, Eigen::all);
    return;
  }
  const Matrix& support = context.model.support_vectors;
  context.background = support(evenly(support.rows(), most_background), Eigen::all);
}

void explain_background(Context& context) {
  context.by_importance.resize(context.columns.size());
  std::iota(context.by_importance.begin(), context.by_importance.end(), std::size_t{0});
  if (context.background.rows() < 2) return;
  context.explanation = explain(context.model, context.background, {},
                                {.seed = context.options.seed, .threads = context.options.threads});
  const std::vector<ColumnImportance>& parts = context.explanation->columns;
  std::stable_sort(context.by_importance.begin(), context.by_importance.end(),
                   [&](std::size_t a, std::size_t b) { return parts[a].total > parts[b].total; });
}

}  // namespace

std::vector<Index> evenly(Index size, Index count) {
  if (size <= count) return all_rows(size);
  std::vector<Index> chosen;
  for (Index k = 0; k < count; ++k) chosen.push_back(k * (size - 1) / (count - 1));
  return chosen;
}

std::vector<Index> sampled(std::vector<Index> rows, Index count, std::uint64_t seed) {
  if (std::ssize(rows) <= count) return rows;
  internal::Random(seed).shuffle(rows);
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::vector<const Model*> members_of(const Model& model) {
  std::vector<const Model*> members = {&model};
  for (const Model& other : model.companions) members.push_back(&other);
  return members;
}

Index all_support_vectors(const Model& model) {
  Index count = 0;
  for (const Model* member : members_of(model)) {
    for (const Machine& machine : member->machines) count += std::ssize(machine.support);
  }
  return count;
}

Context make_context(const Model& model, const ReportData& data, const ReportOptions& options) {
  check(model, data);
  Context context{model, data, options};
  context.columns = places_of(model.recipe);
  find_known_targets(context);
  predict_data(context);
  choose_background(context);
  explain_background(context);
  return context;
}

}  // namespace tkl::report
