#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "model/metric_loss.hpp"
#include "tkl/calibration.hpp"
#include "tkl/metrics.hpp"

namespace tkl {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

double r2(const Vector& truth, const Vector& predicted, const Vector& weights) {
  const double mean = weights.dot(truth) / weights.sum();
  const double spread = weights.dot((truth.array() - mean).square().matrix());
  if (!(spread > 0.0)) return undefined;
  return 1.0 - weights.dot((truth - predicted).cwiseAbs2()) / spread;
}

double balanced_accuracy(const Vector& truth, const Vector& chosen, const Vector& weights) {
  const auto classes = static_cast<std::size_t>(truth.maxCoeff()) + 1;
  std::vector<double> total(classes, 0.0);
  std::vector<double> right(classes, 0.0);
  for (Index i = 0; i < truth.size(); ++i) {
    const auto k = static_cast<std::size_t>(truth(i));
    total[k] += weights(i);
    if (chosen(i) == truth(i)) right[k] += weights(i);
  }
  double sum = 0.0;
  int present = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    if (!(total[k] > 0.0)) continue;
    sum += right[k] / total[k];
    ++present;
  }
  return sum / present;
}

/// The share of pairs of one class and the rest that the scores put in order; ties count half.
double area_under_curve(const Vector& is_positive, const Vector& score, const Vector& weights) {
  std::vector<Index> order(static_cast<std::size_t>(score.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return score(a) < score(b); });
  double below = 0.0;  // weight of negatives with a smaller score
  double pairs = 0.0;
  for (std::size_t begin = 0; begin < order.size();) {
    double negatives = 0.0;
    double positives = 0.0;
    std::size_t end = begin;
    for (; end < order.size() && score(order[end]) == score(order[begin]); ++end) {
      (is_positive(order[end]) > 0.5 ? positives : negatives) += weights(order[end]);
    }
    pairs += positives * (below + 0.5 * negatives);
    below += negatives;
    begin = end;
  }
  const double positives = weights.dot(is_positive);
  return positives > 0.0 && below > 0.0 ? pairs / (positives * below) : undefined;
}

double auc(const Vector& truth, const Matrix& decisions, const Vector& weights) {
  if (decisions.cols() == 1) return area_under_curve(truth, decisions.col(0), weights);
  double sum = 0.0;
  int defined = 0;
  for (Index k = 0; k < decisions.cols(); ++k) {
    const Vector is_positive = (truth.array() == static_cast<double>(k)).cast<double>();
    const double area = area_under_curve(is_positive, decisions.col(k), weights);
    if (std::isnan(area)) continue;
    sum += area;
    ++defined;
  }
  return defined > 0 ? sum / defined : undefined;
}

}  // namespace

namespace {

Vector log_losses_by(const Calibration& calibration, const Vector& truth, const Matrix& decisions) {
  const Matrix probability = calibration.probabilities(decisions);
  Vector losses(truth.size());
  for (Index i = 0; i < truth.size(); ++i) {
    const double p = probability(i, static_cast<Index>(truth(i)));
    losses(i) = -std::log(std::max(p, std::numeric_limits<double>::min()));
  }
  return losses;
}

}  // namespace

Vector log_losses(const Vector& truth, const Matrix& decisions, const Vector& weights) {
  return log_losses_by(Calibration::fitted(truth, decisions, weights), truth, decisions);
}

Vector cross_calibrated_log_losses(const Vector& truth, const Matrix& decisions,
                                   const Vector& weights) {
  constexpr Index parts = 10;
  Vector losses(truth.size());
  for (Index part = 0; part < std::min(parts, truth.size()); ++part) {
    std::vector<Index> rows;
    std::vector<Index> others;
    for (Index i = 0; i < truth.size(); ++i) (i % parts == part ? rows : others).push_back(i);
    const auto calibration =
        Calibration::fitted(truth(others), decisions(others, Eigen::all), weights(others));
    losses(rows) = log_losses_by(calibration, truth(rows), decisions(rows, Eigen::all));
  }
  return losses;
}

Vector chosen_classes(const Matrix& decisions) {
  Vector chosen(decisions.rows());
  for (Index i = 0; i < chosen.size(); ++i) {
    Index best = decisions(i, 0) > 0.0 ? 1 : 0;
    if (decisions.cols() > 1) decisions.row(i).maxCoeff(&best);
    chosen(i) = static_cast<double>(best);
  }
  return chosen;
}

std::optional<Vector> row_losses(Metric metric, const Vector& truth, const Matrix& predicted,
                                 const Vector& weights) {
  switch (metric) {
    case Metric::mse:
    case Metric::r2: return (truth - predicted.col(0)).cwiseAbs2();
    case Metric::mae: return (truth - predicted.col(0)).cwiseAbs();
    case Metric::accuracy:
      return (chosen_classes(predicted).array() != truth.array()).cast<double>().matrix();
    case Metric::log_loss: return log_losses(truth, predicted, weights);
    case Metric::balanced_accuracy:
    case Metric::auc: break;
  }
  return std::nullopt;
}

double measure(Metric metric, const Vector& truth, const Matrix& predicted,
               const Vector& given_weights) {
  const Vector weights = given_weights.size() == 0 ? Vector::Ones(truth.size()) : given_weights;
  const double total = weights.sum();
  switch (metric) {
    case Metric::mse: return weights.dot((truth - predicted.col(0)).cwiseAbs2()) / total;
    case Metric::mae: return weights.dot((truth - predicted.col(0)).cwiseAbs()) / total;
    case Metric::r2: return r2(truth, predicted.col(0), weights);
    case Metric::accuracy: {
      const Vector chosen = chosen_classes(predicted);
      return weights.dot((chosen.array() == truth.array()).cast<double>().matrix()) / total;
    }
    case Metric::balanced_accuracy:
      return balanced_accuracy(truth, chosen_classes(predicted), weights);
    case Metric::log_loss: return weights.dot(log_losses(truth, predicted, weights)) / total;
    case Metric::auc: return auc(truth, predicted, weights);
  }
  return undefined;
}

}  // namespace tkl
