#include "model/fit_cells.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>

#include "landmarks/cell_kernel.hpp"
#include "landmarks/divide_into_cells.hpp"
#include "landmarks/landmark_start.hpp"
#include "learn/stopwatch.hpp"
#include "model/lessons.hpp"
#include "model/machines.hpp"
#include "svm/solve_svm.hpp"

namespace tkl {

namespace {

class CellFit {
 public:
  CellFit(const Model& prepared, const CellTask& task, PhaseSeconds& seconds)
      : task_(task),
        threads_(task.options.learn.threads),
        seconds_(seconds),
        x_(prepared.feature_scaler.transform(
            task.shard.points->block(0, task.shard.points->count()))),
        lessons_(make_lessons(task.shard.data, task.options,
                              prepared.target_scaler.transform(task.shard.data.target))),
        weights_(lessons_.list.size()) {
    const Stopwatch stopwatch(seconds_.kernel);
    features_ = store_features(task.map, RowsInMemory(x_), threads_);
  }

  /// Adds what is learned in a division to what is prepared. Returns false if its cells are too uneven.
  bool learn_division(std::uint64_t seed, Model& model) {
    const Stopwatch stopwatch(seconds_.svm);
    const LandmarkMap& map = task_.map;
    CellTree tree =
        divide_into_cells(map.family(), map.parameter(), x_, task_.plan.cell_rows, seed, threads_);
    const std::vector<Index> cell = tree.cell_of(map.family(), map.parameter(), x_, threads_);
    if (!is_as_planned(cell, tree.cells())) return false;
    std::vector<SvmSolution> svms;
    std::vector<Matrix> landmark_weights;
    for (std::size_t k = 0; k < lessons_.list.size(); ++k) {
      const std::vector<Index>& rows = lessons_.list[k].rows;
      std::vector<Index> own_cell;
      own_cell.reserve(rows.size());
      for (const Index row : rows) own_cell.push_back(cell[static_cast<std::size_t>(row)]);
      const CellKernel kernel(map, *features_, x_, rows, own_cell, tree.cells(), threads_);
      svms.push_back(solve(lessons_.list[k], kernel, weights_[k]));
      weights_[k] = svms.back().w;
      const Matrix sums = kernel.features_by_cell(svms.back().w);
      // What the landmarks see of a cell's own rows is in the exact kernel already.
      landmark_weights.push_back(map.to_weights((-sums).colwise() + sums.rowwise().sum()));
      count(svms.back(), model.certificate);
    }
    model.landmarks->svm_gap = model.certificate.relative_gap();
    keep_machines(model, *task_.shard.points, lessons_,
                  std::vector<Matrix>(lessons_.list.size(), map.parameter()), svms,
                  landmark_positions());
    for (std::size_t k = 0; k < model.machines.size(); ++k) {
      model.machines[k].landmark_weights = std::move(landmark_weights[k]);
    }
    put_in_order(model, task_.shard.number);
    model.cells = cells_of(model, std::move(tree), cell);
    return true;
  }

 private:
  /// Whether the cells take no more memory than planned.
  bool is_as_planned(const std::vector<Index>& cell, Index cells) const {
    std::vector<double> sizes(static_cast<std::size_t>(cells));
    for (const Index number : cell) sizes[static_cast<std::size_t>(number)] += 1.0;
    double squares = 0.0;
    for (const double size : sizes) squares += size * size;
    const auto planned = static_cast<double>(task_.plan.cell_rows);
    constexpr double much_larger = 4.0;
    return squares <= planned * static_cast<double>(cell.size()) &&
           *std::max_element(sizes.begin(), sizes.end()) <= much_larger * planned;
  }

  /// Begins with the weights of another division, if there was one.
  SvmSolution solve(const Lesson& lesson, const CellKernel& kernel, Vector start) const {
    SvmOptions options;
    options.tolerance = task_.options.learn.tolerance;
    options.threads = threads_;
    options.stop = task_.stop;
    const SvmProblem& problem = lesson.problem;
    if (start.size() == 0) {
      start = start_from_features(problem, *features_, lesson.rows, kernel.diagonal(), options);
    }
    if (problem.ridge.size() == 0) return solve_svm(problem, kernel, options, start);
    return solve_svm(problem, RidgedKernel(kernel, problem.ridge), options, start);
  }

  void count(const SvmSolution& svm, ModelCertificate& certificate) const {
    certificate.upper += svm.primal;
    certificate.lower += svm.dual;
    ++certificate.inner_solves;
    if (certificate.status == Status::converged) certificate.status = svm.status;
    const Bounds bounds{static_cast<int>(certificate.history.size()), certificate.upper,
                        certificate.lower};
    certificate.history.push_back(bounds);
    if (const auto& on_progress = task_.options.learn.on_progress) {
      on_progress({bounds, task_.map.size(), certificate.inner_solves, task_.elapsed()});
    }
  }

  std::vector<Index> landmark_positions() const {
    const std::unordered_map<Index, Index> position = positions(task_.shard.number);
    std::vector<Index> rows;
    rows.reserve(task_.landmarks.size());
    for (const Index number : task_.landmarks) rows.push_back(position.at(number));
    return rows;
  }

  static std::unordered_map<Index, Index> positions(const std::vector<Index>& numbers) {
    std::unordered_map<Index, Index> position;
    for (std::size_t i = 0; i < numbers.size(); ++i) position[numbers[i]] = static_cast<Index>(i);
    return position;
  }

  /// `cell` is that of each row of the shard; the support vectors are in the order of the data.
  Cells cells_of(const Model& model, CellTree tree, const std::vector<Index>& cell) const {
    const std::unordered_map<Index, Index> in_shard = positions(task_.shard.number);
    Cells cells{std::move(tree), {}, {}};
    cells.home.reserve(model.support.size());
    cells.landmarks.reserve(task_.landmarks.size());
    for (const Index number : model.support) {
      cells.home.push_back(cell[static_cast<std::size_t>(in_shard.at(number))]);
    }
    for (const Index number : task_.landmarks) {
      const auto found = std::lower_bound(model.support.begin(), model.support.end(), number);
      cells.landmarks.push_back(found - model.support.begin());
    }
    return cells;
  }

  const CellTask& task_;
  const Threads& threads_;
  PhaseSeconds& seconds_;
  Matrix x_;
  Lessons lessons_;
  std::unique_ptr<Features> features_;
  std::vector<Vector> weights_;  // of each lesson, in the division before
};

}  // namespace

std::optional<Model> fit_cells(const Model& prepared, const CellTask& task, PhaseSeconds& seconds) {
  constexpr std::uint64_t divisions = 2;
  constexpr double small_gap = 0.05;
  CellFit fit(prepared, task, seconds);
  std::vector<Model> models;
  for (std::uint64_t number = 0; number < divisions; ++number) {
    // One division is a model too, if there is no time for another.
    if (number > 0 && task.stop()) break;
    Model model = prepared;
    if (!fit.learn_division(task.options.seed + number, model)) break;
    // One that time was too short for would spoil the other.
    const bool is_good =
        model.certificate.status == Status::converged || model.landmarks->svm_gap <= small_gap;
    if (number == 0 || is_good) models.push_back(std::move(model));
  }
  if (models.empty()) return std::nullopt;
  for (Model& model : models) model.share = 1.0 / static_cast<double>(models.size());
  Model mean = std::move(models.front());
  mean.companions.assign(std::make_move_iterator(models.begin() + 1),
                         std::make_move_iterator(models.end()));
  return mean;
}

}  // namespace tkl
