#include "tkl/fit.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/memory_plan.hpp"
#include "tkl/error.hpp"
#include "tkl/polynomial.hpp"
#include "tkl/table.hpp"
#include "tkl/version.hpp"

namespace tkl {

namespace {

/// Kernels as large as the data's own units make them would give C no meaning; see docs/math.md §8.
std::shared_ptr<const KernelFamily> normalised(const std::shared_ptr<const KernelFamily>& family,
                                               const Matrix& x, const Vector& weights,
                                               const Threads& threads) {
  // A thousand rows tell the size to a few percent; all pairs of all rows would take as long as K.
  constexpr Index most_rows = 1000;
  const Matrix P = family->feasible_set().start();
  double size = 0.0;
  if (x.rows() <= most_rows) {
    size = centred_mean_diagonal(*family, P, x, weights, threads);
  } else {
    std::vector<Index> rows;
    for (Index k = 0; k < most_rows; ++k) rows.push_back(k * x.rows() / most_rows);
    size = centred_mean_diagonal(*family, P, x(rows, Eigen::all),
                                 weights.size() == 0 ? Vector() : Vector(weights(rows)), threads);
  }
  // All points the same: there is nothing to normalise by, and nothing to learn.
  return size > 1e-12 && std::isfinite(size) ? family->scaled(1.0 / size) : family;
}

TessellatedOptions tessellated_options(const FitOptions& options, Index features) {
  TessellatedOptions tessellated;
  tessellated.box = options.box ? *options.box : Box::around_unit_cube(features, options.bound);
  tessellated.degree = options.degree;
  tessellated.basis = options.basis;
  tessellated.tau = options.tau;
  if (tessellated.box.lower.size() != features) {
    throw Error("the box has limits for " + std::to_string(tessellated.box.lower.size()) +
                " features, but the data have " + std::to_string(features));
  }
  return tessellated;
}

std::shared_ptr<const KernelFamily> make_family(const FitOptions& options, const Matrix& x,
                                                const Vector& weights) {
  std::shared_ptr<const KernelFamily> family;
  switch (options.family) {
    case Family::tessellated: {
      TessellatedOptions tessellated = tessellated_options(options, x.cols());
      if (options.raw_kernel) {
        tessellated.scale = Tessellated(tessellated).volume();
      } else {
        tessellated.function_scale = unit_function_scale(tessellated, x, weights);
      }
      family = std::make_shared<Tessellated>(std::move(tessellated));
      break;
    }
    case Family::polynomial:
      family = std::make_shared<Polynomial>(
          PolynomialOptions{x.cols(), options.degree, options.tau, 1.0});
      break;
    case Family::kernels: {
      KernelListOptions list{x.cols(), options.kernels, options.tau, 1.0};
      family = std::make_shared<KernelList>(options.raw_kernel
                                                ? KernelList(std::move(list))
                                                : KernelList::normalised(list, x, weights));
      break;
    }
  }
  if (options.raw_kernel) return family;
  return normalised(family, x, weights, options.learn.threads);
}

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

/// Rows of weight zero are as if they were not there.
FitResult fit_rows_that_count(const Dataset& data, const FitOptions& options) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    if (data.weights(i) > 0.0) rows.push_back(i);
  }
  FitResult result = fit(select_rows(data, rows), options);
  for (Index& row : result.model.support) row = rows[static_cast<std::size_t>(row)];
  result.model.training_rows = data.rows();
  return result;
}

}  // namespace

FitResult fit(const Dataset& data, const FitOptions& options) {
  validate(data);
  if (data.weights.size() != 0 && data.weights.minCoeff() == 0.0) {
    return fit_rows_that_count(data, options);
  }
  require_valid(options);
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

}  // namespace tkl
