#include <algorithm>
#include <cmath>
#include <numeric>

#include "report/sections.hpp"
#include "report/table_rows.hpp"
#include "tkl/metrics.hpp"

namespace tkl::report {

namespace {

constexpr Index most_curves = 8;
constexpr Index most_steps = 200;
constexpr Index bins = 10;
constexpr Index most_listed = 10;

Json confusion(const Context& context) {
  const auto classes = context.model.classes.size();
  std::vector<std::vector<Index>> counts(classes, std::vector<Index>(classes, 0));
  for (const Index i : context.known) {
    ++counts[static_cast<std::size_t>(context.data.target(i))]
            [static_cast<std::size_t>(context.predicted(i))];
  }
  return counts;
}

/// Rows with the largest score first.
std::vector<Index> descending(const Vector& score) {
  std::vector<Index> order(static_cast<std::size_t>(score.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return score(a) > score(b); });
  return order;
}

/// Shares of the negatives and of the positives above each threshold; empty if either is missing.
Json receiver_curve(const Vector& is_positive, const Vector& score) {
  const double positives = is_positive.sum();
  const double negatives = static_cast<double>(is_positive.size()) - positives;
  Json curve = Json::array();
  if (positives == 0.0 || negatives == 0.0) return curve;
  const std::vector<Index> order = descending(score);
  std::vector<std::pair<double, double>> steps = {{0.0, 0.0}};
  double true_positives = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    true_positives += is_positive(order[k]);
    if (k + 1 < order.size() && score(order[k + 1]) == score(order[k])) continue;
    const double seen = static_cast<double>(k + 1);
    steps.emplace_back((seen - true_positives) / negatives, true_positives / positives);
  }
  for (const Index k : evenly(std::ssize(steps), most_steps)) {
    const auto& [x, y] = steps[static_cast<std::size_t>(k)];
    curve.push_back({drawn(x), drawn(y)});
  }
  return curve;
}

Json receiver_curves(const Context& context, const Vector& truth, const Matrix& decisions) {
  Json curves = Json::array();
  for (Index c = 0; c < std::min(decisions.cols(), most_curves); ++c) {
    const Index positive = decisions.cols() == 1 ? 1 : c;
    const Vector is_positive = (truth.array() == static_cast<double>(positive)).cast<double>();
    Vector score = decisions.col(c);
    curves.push_back({{"positive", context.model.classes[static_cast<std::size_t>(positive)]},
                      {"area", number(measure(Metric::auc, is_positive, score, {}))},
                      {"curve", receiver_curve(is_positive, score)}});
  }
  return curves;
}

struct Reliability {
  Vector stated;     // probability that was stated of each row
  Vector came_true;  // 1 where it came true
};

/// Two classes: of the second. More: of the class that was predicted.
Reliability reliability(const Vector& truth, const Vector& predicted, const Matrix& probability) {
  Reliability result{Vector(truth.size()), Vector(truth.size())};
  for (Index i = 0; i < truth.size(); ++i) {
    const auto of = probability.cols() == 2 ? Index{1} : static_cast<Index>(predicted(i));
    result.stated(i) = probability(i, of);
    result.came_true(i) = truth(i) == static_cast<double>(of) ? 1.0 : 0.0;
  }
  return result;
}

/// Wilson's interval for a share of so many, at 95%.
Json share_with_interval(double successes, double count) {
  constexpr double z = 1.959963984540054;
  const double share = successes / count;
  const double centre = (share + z * z / (2.0 * count)) / (1.0 + z * z / count);
  const double half = z / (1.0 + z * z / count) *
                      std::sqrt(share * (1.0 - share) / count + z * z / (4.0 * count * count));
  return {{"share", share}, {"lower", centre - half}, {"upper", centre + half}};
}

Json calibration_bins(const Reliability& rows) {
  Json list = Json::array();
  for (Index bin = 0; bin < bins; ++bin) {
    double count = 0.0;
    double stated = 0.0;
    double came_true = 0.0;
    for (Index i = 0; i < rows.stated.size(); ++i) {
      const auto its =
          std::min(bins - 1, static_cast<Index>(rows.stated(i) * static_cast<double>(bins)));
      if (its != bin) continue;
      count += 1.0;
      stated += rows.stated(i);
      came_true += rows.came_true(i);
    }
    if (count == 0.0) continue;
    Json entry = share_with_interval(came_true, count);
    entry["stated"] = stated / count;
    entry["count"] = count;
    list.push_back(entry);
  }
  return list;
}

double log_loss(const Vector& truth, const Matrix& probability) {
  double sum = 0.0;
  for (Index i = 0; i < truth.size(); ++i) {
    const double p = probability(i, static_cast<Index>(truth(i)));
    sum -= std::log(std::max(p, std::numeric_limits<double>::min()));
  }
  return sum / static_cast<double>(truth.size());
}

/// Wrong rows that the model was most sure of.
Json worst(const Context& context) {
  std::vector<Index> wrong;
  Vector sureness = Vector::Zero(context.decisions.rows());
  for (const Index i : context.known) {
    if (context.predicted(i) == context.data.target(i)) continue;
    wrong.push_back(i);
    const auto truth = static_cast<Index>(context.data.target(i));
    sureness(i) = context.decisions.cols() == 1
                      ? std::abs(context.decisions(i, 0))
                      : context.decisions.row(i).maxCoeff() - context.decisions(i, truth);
  }
  std::stable_sort(wrong.begin(), wrong.end(),
                   [&](Index a, Index b) { return sureness(a) > sureness(b); });
  wrong.resize(std::min<std::size_t>(most_listed, wrong.size()));
  Json list = Json::array();
  for (const Index i : wrong) {
    const auto name = [&](double k) { return context.model.classes[static_cast<std::size_t>(k)]; };
    list.push_back({{"row", i + 1},
                    {"observed", name(context.data.target(i))},
                    {"predicted", name(context.predicted(i))},
                    {"values", column_values(context, i)}});
  }
  return list;
}

void add_probabilities(const Context& context, const Vector& truth, const Matrix& decisions,
                       Json& section) {
  if (!context.model.calibration) return;
  const Matrix probability = context.model.probabilities_from(decisions);
  section["log_loss"] = log_loss(truth, probability);
  section["calibration"] =
      calibration_bins(reliability(truth, context.predicted(context.known), probability));
}

}  // namespace

Json class_quality(const Context& context) {
  Json section = {{"classes", context.model.classes},
                  {"calibrated", context.model.calibration.has_value()}};
  const Index total = std::ssize(context.known) + context.unknown_classes;
  if (total == 0) return section;
  const Vector truth = context.data.target(context.known);
  const Vector predicted = context.predicted(context.known);
  const Matrix decisions = context.decisions(context.known, Eigen::all);
  const Index correct = count_equal(truth, predicted);
  section["correct"] = correct;
  section["total"] = total;
  section["unknown_classes"] = context.unknown_classes;
  section["accuracy"] = static_cast<double>(correct) / static_cast<double>(total);
  section["confusion"] = confusion(context);
  section["worst"] = worst(context);
  if (context.known.empty()) return section;
  section["balanced_accuracy"] = measure(Metric::balanced_accuracy, truth, decisions, {});
  section["area_under_curve"] = number(measure(Metric::auc, truth, decisions, {}));
  section["receiver_curves"] = receiver_curves(context, truth, decisions);
  add_probabilities(context, truth, decisions, section);
  section["weak_spots"] =
      weak_spots(context, (truth.array() != predicted.array()).cast<double>().matrix());
  return section;
}

}  // namespace tkl::report
