#include "tkl/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tkl/error.hpp"
#include "tkl/metrics.hpp"

namespace tkl {

namespace {

void require_features(const Model& model, const Matrix& points) {
  if (points.cols() != model.features()) {
    throw Error("the points have " + std::to_string(points.cols()) + " features, but the model " +
                "was trained with " + std::to_string(model.features()));
  }
  if (!points.allFinite()) {
    throw Error(
        "the points have entries that are not finite numbers; the model cannot predict them");
  }
}

/// A machine for a class against the rest is its score; one for a pair has a vote, and up to a third
/// of a vote in proportion to how clear it was: all of them together decide only between ties.
void add_scores(const Machine& machine, const Vector& values, Matrix& scores) {
  if (machine.negative == Machine::rest) {
    scores.col(machine.positive) = values;
    return;
  }
  const double share = 1.0 / (3.0 * static_cast<double>(scores.cols()));
  for (Index i = 0; i < values.size(); ++i) {
    const double f = values(i);
    scores(i, f > 0.0 ? machine.positive : machine.negative) += 1.0;
    const double clear = share * f / (1.0 + std::abs(f));
    scores(i, machine.positive) += clear;
    scores(i, machine.negative) -= clear;
  }
}

/// Positions by cell.
std::vector<std::vector<Index>> by_cell(const std::vector<Index>& cell, Index cells) {
  std::vector<std::vector<Index>> lists(static_cast<std::size_t>(cells));
  for (std::size_t i = 0; i < cell.size(); ++i) {
    lists[static_cast<std::size_t>(cell[i])].push_back(static_cast<Index>(i));
  }
  return lists;
}

/// The points of each cell. All machines of a model with cells have the same P.
std::vector<std::vector<Index>> points_by_cell(const Model& model, const Matrix& x,
                                               const Threads& threads) {
  const CellTree& tree = model.cells->tree;
  return by_cell(tree.cell_of(*model.family, model.machines.front().P, x, threads), tree.cells());
}

/// f of a machine but for its intercept, where the model has cells with these points.
Vector values_in_cells(const Model& model, const Machine& machine, const Matrix& x,
                       const std::vector<std::vector<Index>>& points, const Matrix& all_support,
                       const Threads& threads) {
  std::vector<Index> home;
  home.reserve(machine.support.size());
  for (const Index row : machine.support) {
    home.push_back(model.cells->home[static_cast<std::size_t>(row)]);
  }
  const auto support = by_cell(home, std::ssize(points));
  Vector values(x.rows());
  threads.for_each(std::ssize(points), [&](Index cell) {
    const std::vector<Index>& here = points[static_cast<std::size_t>(cell)];
    if (here.empty()) return;
    const std::vector<Index>& own = support[static_cast<std::size_t>(cell)];
    std::vector<Index> rows = model.cells->landmarks;
    for (const Index i : own) rows.push_back(machine.support[static_cast<std::size_t>(i)]);
    Vector weights(std::ssize(rows));
    weights << machine.landmark_weights.col(cell), machine.weights(own);
    values(here) = model.family->product(machine.P, x(here, Eigen::all),
                                         all_support(rows, Eigen::all), weights, Threads(1));
  });
  return values;
}

/// f of each machine of one model, companions aside.
Matrix values_of(const Model& model, const Matrix& points, const Threads& threads) {
  const Matrix x = model.feature_scaler.transform(points);
  const Matrix all_support = model.feature_scaler.transform(model.support_vectors);
  std::vector<std::vector<Index>> points_of_cells;
  if (model.cells) points_of_cells = points_by_cell(model, x, threads);
  Matrix values(x.rows(), static_cast<Index>(model.machines.size()));
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    const Machine& machine = model.machines[k];
    auto column = values.col(static_cast<Index>(k));
    column.setConstant(machine.intercept);
    if (model.cells) {
      column += values_in_cells(model, machine, x, points_of_cells, all_support, threads);
      continue;
    }
    if (machine.weights.size() == 0) continue;
    column += model.family->product(machine.P, x, all_support(machine.support, Eigen::all),
                                    machine.weights, threads);
  }
  return values;
}

Matrix scores_of(const Model& model, const Matrix& values) {
  if (model.machines.size() == 1) return values;
  Matrix scores = Matrix::Zero(values.rows(), static_cast<Index>(model.classes.size()));
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    add_scores(model.machines[k], values.col(static_cast<Index>(k)), scores);
  }
  return scores;
}

/// Of a model and its companions, by their shares.
template <class Function>
Matrix mean_of_all(const Model& model, Function function) {
  if (model.companions.empty()) return function(model);
  Matrix sum = model.share * function(model);
  for (const Model& other : model.companions) sum += other.share * function(other);
  return sum;
}

}  // namespace

Matrix Model::machine_values(const Matrix& points, const Threads& threads) const {
  require_features(*this, points);
  return mean_of_all(*this, [&](const Model& model) { return values_of(model, points, threads); });
}

Matrix Model::decision_values(const Matrix& points, const Threads& threads) const {
  require_features(*this, points);
  return mean_of_all(*this, [&](const Model& model) {
    return scores_of(model, values_of(model, points, threads));
  });
}

Vector Model::predict(const Matrix& points, const Threads& threads) const {
  return predict_from(decision_values(points, threads));
}

Vector Model::predict_from(const Matrix& decision_values) const {
  if (task == Task::regression) return target_scaler.inverse(decision_values.col(0));
  return chosen_classes(decision_values);
}

Matrix Model::probabilities_from(const Matrix& decision_values) const {
  if (task != Task::classification) throw Error("only a classification has probabilities");
  if (!calibration) {
    throw Error("the model has no probabilities: they need a search, or tkl train -b 1");
  }
  return calibration->probabilities(decision_values);
}

double Model::interval_radius(double coverage) const {
  if (task != Task::regression) throw Error("only a regression has intervals");
  if (held_out_errors.size() == 0) {
    throw Error("the model has no intervals: they need a search, or tkl train -b 1");
  }
  if (!(coverage > 0.0 && coverage < 1.0)) {
    throw Error("the coverage of an interval must be above 0 and below 1");
  }
  const auto count = static_cast<double>(held_out_errors.size());
  const double rank = std::ceil(coverage * (count + 1.0) - 1e-9);
  if (rank > count) return std::numeric_limits<double>::infinity();
  return held_out_errors(static_cast<Index>(std::max(1.0, rank)) - 1);
}

Matrix Model::kernel(const Matrix& x, const Matrix& y, const Threads& threads,
                     std::size_t machine) const {
  require_features(*this, x);
  require_features(*this, y);
  return family->kernel(machines.at(machine).P, feature_scaler.transform(x),
                        feature_scaler.transform(y), threads);
}

}  // namespace tkl
