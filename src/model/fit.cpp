#include "tkl/fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "model/make_family.hpp"
#include "model/memory_plan.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"
#include "tkl/version.hpp"

namespace tkl {

namespace {

void require_valid(const FitOptions& options) {
  if (!(options.cost > 0.0) || !std::isfinite(options.cost)) {
    throw Error("the cost must be positive and finite; got " + format_number(options.cost));
  }
  if (!(options.tube >= 0.0) || !std::isfinite(options.tube)) {
    throw Error("the tube must be finite and not negative; got " + format_number(options.tube));
  }
}

SvmProblem make_problem(const Dataset& data, const FitOptions& options, const Vector& target) {
  Vector cost = Vector::Constant(data.rows(), options.cost);
  if (data.weights.size() != 0) cost = cost.cwiseProduct(data.weights);
  if (data.task == Task::regression) return SvmProblem::regression(target, cost, options.tube);
  return SvmProblem::classification(2.0 * target.array() - 1.0, cost);
}

void keep_support_vectors(Model& model, const Dataset& data, const Vector& w) {
  for (Index i = 0; i < w.size(); ++i) {
    if (w(i) != 0.0) model.support.push_back(i);
  }
  model.support_vectors = data.points(model.support, Eigen::all);
  model.weights = w(model.support);
}

}  // namespace

double estimated_memory(Index rows, Index features, const FitOptions& options) {
  return plan_memory(rows, features, options).total();
}

namespace {

/// The rows that count, in an order that means nothing. Rows of weight zero are as if they were not
/// there. Methods that begin with some of the rows get a fair sample of them only if neighbours are
/// strangers: a file that is sorted can take ten times as long as the same one shuffled.
std::vector<Index> shuffled_rows(const Dataset& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    if (data.weights.size() == 0 || data.weights(i) > 0.0) rows.push_back(i);
  }
  internal::Random(1).shuffle(rows);
  return rows;
}

/// The support vectors in the order of the data.
void sort_support(Model& model, const std::vector<Index>& rows) {
  std::vector<Index> order(model.support.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto row = [&](Index k) {
    return rows[static_cast<std::size_t>(model.support[static_cast<std::size_t>(k)])];
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return row(a) < row(b); });
  std::vector<Index> support;
  support.reserve(order.size());
  for (const Index k : order) support.push_back(row(k));
  model.support = std::move(support);
  model.support_vectors = model.support_vectors(order, Eigen::all).eval();
  model.weights = model.weights(order).eval();
}

FitResult fit_shuffled(const Dataset& data, const FitOptions& options) {
  LearnOptions learn_options = options.learn;
  learn_options.memory = plan_memory(data.rows(), data.features(), options).matrices;

  FitResult result;
  Model& model = result.model;
  model.task = data.task;
  model.feature_names = data.feature_names;
  model.target_name = data.target_name;
  model.classes = data.classes;
  model.feature_scaler = FeatureScaler(data.points);
  if (data.task == Task::regression && !options.raw_target) {
    model.target_scaler = TargetScaler(data.target, data.weights);
  }
  const Matrix x = model.feature_scaler.transform(data.points);
  model.family = make_family(options, x, data.weights);

  const SvmProblem problem =
      make_problem(data, options, model.target_scaler.transform(data.target));
  LearnResult learned = learn(*model.family, x, problem, learn_options);
  model.P = std::move(learned.P);
  keep_support_vectors(model, data, learned.svm.w);
  model.intercept = learned.svm.b;

  model.training_rows = data.rows();
  model.cost = options.cost;
  model.tube = data.task == Task::regression ? options.tube : 0.0;
  model.raw_target = options.raw_target;
  model.raw_kernel = options.raw_kernel;
  model.certificate = {learned.upper,
                       learned.lower,
                       learned.status,
                       options.learn.tolerance,
                       learned.method,
                       learned.inner_solves,
                       std::move(learned.history)};
  model.library_version = version;
  result.seconds = learned.seconds;
  return result;
}

}  // namespace

FitResult fit(const Dataset& data, const FitOptions& options) {
  validate(data);
  require_valid(options);
  const std::vector<Index> rows = shuffled_rows(data);
  FitResult result = fit_shuffled(select_rows(data, rows), options);
  sort_support(result.model, rows);
  result.model.training_rows = data.rows();
  return result;
}

}  // namespace tkl
