#include "tkl/cross_validate.hpp"

#include <chrono>
#include <limits>

namespace tkl {

namespace {

std::vector<Index> rows_where(const std::vector<int>& fold, int which, bool equal) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < fold.size(); ++i) {
    if ((fold[i] == which) == equal) rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

}  // namespace

CrossValidation cross_validate(const Dataset& data, const FitOptions& options, int folds,
                               std::uint64_t seed,
                               const std::function<void(int completed)>& on_fold) {
  validate(data);
  const auto begin = std::chrono::steady_clock::now();
  CrossValidation result;
  result.fold = assign_folds(data, folds, seed);
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
