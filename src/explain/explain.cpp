#include "tkl/explain.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/random.hpp"
#include "explain/estimate_sobol.hpp"
#include "explain/sobol.hpp"
#include "kernels/product_form.hpp"
#include "model/metric_loss.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

constexpr Index most_rows = 2000;
constexpr Index most_values = 256;  // that a group takes in the closed form

/// The features of each column.
std::vector<std::vector<Index>> features_of_columns(const Recipe& recipe) {
  std::vector<std::vector<Index>> columns;
  Index next = 0;
  for (const ColumnRecipe& column : recipe) {
    std::vector<Index> features(static_cast<std::size_t>(column.features()));
    std::iota(features.begin(), features.end(), next);
    next += column.features();
    columns.push_back(std::move(features));
  }
  return columns;
}

/// Values of the columns. A single feature is represented by its quantiles, several features
/// together by random rows.
std::vector<InputGroup> input_groups(const Matrix& x, const Recipe& recipe) {
  std::vector<InputGroup> groups;
  for (std::vector<Index>& features : features_of_columns(recipe)) {
    Matrix values = x(Eigen::all, features);
    if (features.size() == 1) std::sort(values.data(), values.data() + values.size());
    const Index count = std::min(most_values, x.rows());
    std::vector<Index> kept(static_cast<std::size_t>(count));
    for (Index k = 0; k < count; ++k) {
      kept[static_cast<std::size_t>(k)] = (2 * k + 1) * x.rows() / (2 * count);
    }
    groups.push_back({std::move(features), values(kept, Eigen::all)});
  }
  return groups;
}

/// share · f of one machine of one model, but for its intercept, in the user's units.
std::optional<ProductForm> form_of(const Model& model, const Machine& machine) {
  if (model.cells) return std::nullopt;  // another sum in each cell
  // Products of functions of mixtures of features are none of functions of features.
  if (model.feature_scaler.axes() == Axes::principal) return std::nullopt;
  if (machine.weights.size() == 0) {
    const auto nothing = [](Index, const Vector& values) { return Matrix(0, values.size()); };
    return ProductForm{Vector(), nothing, nothing};
  }
  const Matrix support = model.feature_scaler.transform(model.support_vectors);
  std::optional<ProductForm> form = model.family->product_form(
      machine.P, support(machine.support, Eigen::all), model.share * machine.weights);
  if (!form) return std::nullopt;
  // The coordinates of one feature are summed or multiplied as those of several are.
  const auto in_user_units = [&](ProductForm::Terms terms, auto join) -> ProductForm::Terms {
    return [terms = std::move(terms), scaler = model.feature_scaler, join](Index feature,
                                                                           const Vector& values) {
      Matrix joined = terms(feature, scaler.transform(feature, values));
      for (const Index k : scaler.coordinates_of(feature)) {
        if (k != feature) joined = join(joined, terms(k, scaler.transform(k, values)));
      }
      return joined;
    };
  };
  form->summands = in_user_units(std::move(form->summands),
                                 [](const Matrix& a, const Matrix& b) { return Matrix(a + b); });
  form->factors = in_user_units(std::move(form->factors), [](const Matrix& a, const Matrix& b) {
    return Matrix(a.cwiseProduct(b));
  });
  return form;
}

Matrix stacked(const Matrix& above, const Matrix& below) {
  Matrix all(above.rows() + below.rows(), above.cols());
  all.topRows(above.rows()) = above;
  all.bottomRows(below.rows()) = below;
  return all;
}

ProductForm sum_of(const ProductForm& a, const ProductForm& b) {
  const auto both = [](ProductForm::Terms first, ProductForm::Terms second) -> ProductForm::Terms {
    return [first = std::move(first), second = std::move(second)](Index l, const Vector& values) {
      return stacked(first(l, values), second(l, values));
    };
  };
  return {stacked(a.constants, b.constants), both(a.summands, b.summands),
          both(a.factors, b.factors)};
}

/// The mean of machine k of a model and its companions, if all have that form.
std::optional<ProductForm> form_of_all(const Model& model, std::size_t k) {
  std::optional<ProductForm> sum = form_of(model, model.machines[k]);
  for (const Model& other : model.companions) {
    const std::optional<ProductForm> more = form_of(other, other.machines[k]);
    if (!sum || !more) return std::nullopt;
    sum = sum_of(*sum, *more);
  }
  return sum;
}

/// Summed over machines: generalised Sobol indices of a function with several outputs.
std::optional<VarianceParts> exact_parts(const Model& model, const std::vector<InputGroup>& groups,
                                         const Threads& threads) {
  const auto count = static_cast<Index>(groups.size());
  VarianceParts sum{0.0, Vector::Zero(count), Vector::Zero(count)};
  for (std::size_t k = 0; k < model.machines.size(); ++k) {
    const std::optional<ProductForm> form = form_of_all(model, k);
    if (!form) return std::nullopt;
    if (form->constants.size() == 0) continue;
    const VarianceParts parts = variance_parts(*form, groups, threads);
    sum.variance += parts.variance;
    sum.main += parts.main;
    sum.total += parts.total;
  }
  return sum;
}

VarianceParts estimated_parts(const Model& model, const std::vector<InputGroup>& groups,
                              const ExplainOptions& options) {
  const VectorFunction function = [&](const Matrix& x) {
    return model.machine_values(x, options.threads);
  };
  return estimate_variance_parts(function, model.features(), groups, options.seed);
}

void shuffle_columns(const Model& model, const Matrix& points, const Vector& target,
                     const ExplainOptions& options, Explanation& explanation) {
  const Metric metric = explanation.metric;
  const auto loss_at = [&](const Matrix& x) {
    const Matrix decided = model.task == Task::regression
                               ? Matrix(model.predict(x, options.threads))
                               : model.decision_values(x, options.threads);
    return as_loss(metric, measure(metric, target, decided, {}));
  };
  explanation.loss = loss_at(points);
  internal::Random random(options.seed);
  const std::vector<std::vector<Index>> columns = features_of_columns(model.recipe);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    Vector growth(options.shuffles);
    for (double& one : growth) {
      std::vector<Index> order(static_cast<std::size_t>(points.rows()));
      std::iota(order.begin(), order.end(), Index{0});
      random.shuffle(order);
      Matrix shuffled = points;
      shuffled(Eigen::all, columns[c]) = points(order, columns[c]);
      one = loss_at(shuffled) - explanation.loss;
    }
    explanation.columns[c].shuffled = growth.mean();
    explanation.columns[c].shuffled_deviation = deviation_of_losses(growth);
  }
}

}  // namespace

Explanation explain(const Model& model, const Matrix& points, const Vector& target,
                    const ExplainOptions& options) {
  if (points.rows() < 2) throw Error("an explanation needs at least 2 rows of data");
  if (target.size() != 0 && target.size() != points.rows()) {
    throw Error("there are " + std::to_string(target.size()) + " targets for " +
                std::to_string(points.rows()) + " rows");
  }
  if (options.shuffles < 1) throw Error("a column must be shuffled at least once");
  Explanation explanation;
  explanation.metric = options.metric.value_or(default_metric(model.task));
  if (task_of(explanation.metric) != model.task) {
    throw Error("the metric " + std::string(to_string(explanation.metric)) +
                " does not fit the task of the model");
  }
  std::vector<Index> rows(static_cast<std::size_t>(points.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  internal::Random(options.seed).shuffle(rows);
  rows.resize(static_cast<std::size_t>(std::min(most_rows, points.rows())));
  const Matrix used = points(rows, Eigen::all);
  explanation.rows = used.rows();

  const std::vector<InputGroup> groups = input_groups(used, model.recipe);
  std::optional<VarianceParts> parts = exact_parts(model, groups, options.threads);
  explanation.exact = parts.has_value();
  if (!parts) parts = estimated_parts(model, groups, options);
  const double variance = parts->variance > 0.0 ? parts->variance : 1.0;
  for (std::size_t c = 0; c < model.recipe.size(); ++c) {
    const auto k = static_cast<Index>(c);
    explanation.columns.push_back(
        {model.recipe[c].name, parts->main(k) / variance, parts->total(k) / variance});
  }
  if (target.size() != 0) {
    shuffle_columns(model, used, target(rows), options, explanation);
  }
  return explanation;
}

}  // namespace tkl
