#include "tkl/cross_validate.hpp"

#include <chrono>
#include <limits>
#include <string>

#include "model/measurable_target.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

std::vector<Index> rows_where(const std::vector<int>& fold, int which, bool equal) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if ((fold[i] == which) == equal) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

/// Before any work is done, and in words that speak of folds.
void require_rows_to_learn_from(const Dataset& data, const std::vector<int>& fold, int folds) {
  for (int k = 0; k < folds && data.weights.size() != 0; ++k) {
    const Vector weights = data.weights(rows_where(fold, k, false));
    const Index left = (weights.array() > 0.0).count();
    if (left >= 2) continue;
    throw Error("cross-validation: fold " + std::to_string(k + 1) + " of " + std::to_string(folds) +
                " leaves " + std::to_string(left) + (left == 1 ? " row" : " rows") +
                " of positive weight to learn from, and two are needed; give more rows a weight, "
                "or use more folds");
  }
}

}  // namespace

CrossValidation cross_validate(const Dataset& data, const FitOptions& options, int folds,
                               std::uint64_t seed,
                               const std::function<void(int completed)>& on_fold) {
  validate(data);
  require_measurable_target(data);
  const auto begin = std::chrono::steady_clock::now();
  CrossValidation result;
  result.fold = assign_folds(data, folds, seed);
  require_rows_to_learn_from(data, result.fold, folds);
  result.prediction = Vector::Constant(data.rows(), std::numeric_limits<double>::quiet_NaN());
  for (int k = 0; k < folds; ++k) {
    FitOptions fold_options = options;
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
    fold_options.learn.time_limit -= used.count();
    const bool stopped = options.learn.stop && options.learn.stop();
    if (stopped || fold_options.learn.time_limit <= 0.0) {
      result.status = stopped ? Status::interrupted : Status::time_limit;
      return result;
    }
    const std::vector<Index> held_out = rows_where(result.fold, k, true);
    const Model model =
        fit(select_rows(data, rows_where(result.fold, k, false)), fold_options).model;
    const Vector predicted =
        model.predict(data.points(held_out, Eigen::all), options.learn.threads);
    result.prediction(held_out) = predicted;
    if (result.status == Status::converged) result.status = model.certificate.status;
    ++result.completed;
    if (on_fold) on_fold(result.completed);
  }
  return result;
}

}  // namespace tkl
