#include "tkl/fit.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "data/random.hpp"
#include "learn/matrix_memory.hpp"
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

Vector costs(const Dataset& data, const FitOptions& options) {
  const Vector cost = Vector::Constant(data.rows(), options.cost);
  return data.weights.size() == 0 ? cost : Vector(cost.cwiseProduct(data.weights));
}

/// What one machine is to learn, and from which rows.
struct Lesson {
  std::vector<Index> rows;
  SvmProblem problem;
  Index negative = 0;
  Index positive = 1;
};

Lesson class_lesson(const Dataset& data, const Vector& cost, Index negative, Index positive) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    const auto k = static_cast<Index>(data.target(i));
    if (negative == Machine::rest || k == negative || k == positive) rows.push_back(i);
  }
  Vector sign(static_cast<Index>(rows.size()));
  for (Index i = 0; i < sign.size(); ++i) {
    const Index row = rows[static_cast<std::size_t>(i)];
    sign(i) = data.target(row) == static_cast<double>(positive) ? 1.0 : -1.0;
  }
  SvmProblem problem = SvmProblem::classification(sign, cost(rows));
  return {std::move(rows), std::move(problem), negative, positive};
}

std::vector<Lesson> lessons(const Dataset& data, const FitOptions& options, const Vector& target) {
  const Vector cost = costs(data, options);
  if (data.task == Task::regression) {
    std::vector<Index> all(static_cast<std::size_t>(data.rows()));
    std::iota(all.begin(), all.end(), Index{0});
    return {{std::move(all), SvmProblem::regression(target, cost, options.tube)}};
  }
  const auto classes = static_cast<Index>(data.classes.size());
  std::vector<Lesson> list;
  for (Index k = 0; k < classes; ++k) {
    if (options.multiclass == Multiclass::one_vs_rest && classes > 2) {
      list.push_back(class_lesson(data, cost, Machine::rest, k));
      continue;
    }
    for (Index other = k + 1; other < classes; ++other) {
      list.push_back(class_lesson(data, cost, k, other));
    }
  }
  return list;
}

/// How many lessons can be learned side by side within the memory for all of them.
int side_by_side(const std::vector<Lesson>& list, const Threads& threads, double memory) {
  std::size_t largest = 0;
  for (const Lesson& lesson : list) largest = std::max(largest, lesson.rows.size());
  const double fit = memory / matrix_memory(static_cast<Index>(largest));
  return static_cast<int>(std::clamp(fit, 1.0, static_cast<double>(threads.count())));
}

/// Learns all lessons. A single one has all threads; several run side by side, one thread each.
std::vector<LearnResult> learn_all(const std::vector<Lesson>& list, const KernelFamily& family,
                                   const Matrix& x, const LearnOptions& options, double memory) {
  if (list.size() == 1) return {learn(family, x, list.front().problem, options)};
  std::vector<LearnResult> results(list.size());
  const auto begin = std::chrono::steady_clock::now();
  LearnOptions shared = options;
  shared.threads = Threads(1);
  shared.on_progress = {};
  const Threads workers(side_by_side(list, options.threads, memory));
  workers.for_each(static_cast<Index>(list.size()), [&](Index index) {
    const Lesson& lesson = list[static_cast<std::size_t>(index)];
    LearnOptions own = shared;
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
    own.time_limit = std::max(1e-3, options.time_limit - used.count());
    results[static_cast<std::size_t>(index)] =
        learn(family, x(lesson.rows, Eigen::all), lesson.problem, own);
  });
  return results;
}

/// Of the sum of all objectives.
ModelCertificate certificate_of(std::vector<LearnResult>& results, double tolerance) {
  ModelCertificate sum;
  sum.tolerance = tolerance;
  sum.method = results.front().method;
  for (const LearnResult& result : results) {
    sum.upper += result.upper;
    sum.lower += result.lower;
    sum.inner_solves += result.inner_solves;
    if (sum.status == Status::converged) sum.status = result.status;
  }
  if (results.size() == 1) sum.history = std::move(results.front().history);
  return sum;
}

/// Puts machines into the model, with one list of support vectors for all of them.
void keep_machines(Model& model, const Dataset& data, const std::vector<Lesson>& list,
                   std::vector<LearnResult>& results) {
  std::vector<Index> position(static_cast<std::size_t>(data.rows()), -1);
  for (std::size_t k = 0; k < list.size(); ++k) {
    for (std::size_t i = 0; i < list[k].rows.size(); ++i) {
      if (results[k].svm.w(static_cast<Index>(i)) != 0.0) {
        position[static_cast<std::size_t>(list[k].rows[i])] = 0;
      }
    }
  }
  for (std::size_t row = 0; row < position.size(); ++row) {
    if (position[row] < 0) continue;
    position[row] = static_cast<Index>(model.support.size());
    model.support.push_back(static_cast<Index>(row));
  }
  model.support_vectors = data.points(model.support, Eigen::all);
  for (std::size_t k = 0; k < list.size(); ++k) {
    Machine machine;
    machine.P = std::move(results[k].P);
    machine.intercept = results[k].svm.b;
    machine.negative = list[k].negative;
    machine.positive = list[k].positive;
    std::vector<Index> own;
    for (std::size_t i = 0; i < list[k].rows.size(); ++i) {
      if (results[k].svm.w(static_cast<Index>(i)) == 0.0) continue;
      own.push_back(static_cast<Index>(i));
      machine.support.push_back(position[static_cast<std::size_t>(list[k].rows[i])]);
    }
    machine.weights = results[k].svm.w(own);
    model.machines.push_back(std::move(machine));
  }
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

/// The rows that count, in the order of the data again.
void put_in_order(Model& model, const std::vector<Index>& rows) {
  const auto count = model.support.size();
  std::vector<Index> order(count);  // of the support vectors, by row
  std::iota(order.begin(), order.end(), Index{0});
  const auto row = [&](Index k) {
    return rows[static_cast<std::size_t>(model.support[static_cast<std::size_t>(k)])];
  };
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return row(a) < row(b); });
  std::vector<Index> place(count);
  std::vector<Index> support(count);
  for (std::size_t k = 0; k < count; ++k) {
    place[static_cast<std::size_t>(order[k])] = static_cast<Index>(k);
    support[k] = row(order[k]);
  }
  model.support = std::move(support);
  model.support_vectors = model.support_vectors(order, Eigen::all).eval();
  for (Machine& machine : model.machines) {
    std::vector<std::pair<Index, double>> pairs;
    for (std::size_t i = 0; i < machine.support.size(); ++i) {
      pairs.emplace_back(place[static_cast<std::size_t>(machine.support[i])],
                         machine.weights(static_cast<Index>(i)));
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      machine.support[i] = pairs[i].first;
      machine.weights(static_cast<Index>(i)) = pairs[i].second;
    }
  }
}

FitResult fit_shuffled(const Dataset& data, const FitOptions& options) {
  LearnOptions learn_options = options.learn;
  const MemoryPlan plan = plan_memory(data.rows(), data.features(), options);
  learn_options.memory = plan.matrices;
  const double memory = options.memory_limit == 0.0 ? std::numeric_limits<double>::infinity()
                                                    : options.memory_limit - plan.fixed;

  FitResult result;
  Model& model = result.model;
  model.task = data.task;
  model.feature_names = data.feature_names;
  model.recipe = data.recipe.empty() ? recipe_of_numbers(data.feature_names) : data.recipe;
  model.target_name = data.target_name;
  model.classes = data.classes;
  model.feature_scaler = FeatureScaler(data.points, data.weights, options.warp);
  if (data.task == Task::regression && !options.raw_target) {
    model.target_scaler = TargetScaler(data.target, data.weights);
  }
  const Matrix x = model.feature_scaler.transform(data.points);
  model.family = make_family(options, x, data.weights);

  std::vector<Lesson> list = lessons(data, options, model.target_scaler.transform(data.target));
  if (options.loss == Loss::squared) {
    for (Lesson& lesson : list) lesson.problem = lesson.problem.squared();
  }
  std::vector<LearnResult> results = learn_all(list, *model.family, x, learn_options, memory);
  for (const LearnResult& learned : results) result.seconds += learned.seconds;
  model.certificate = certificate_of(results, options.learn.tolerance);
  keep_machines(model, data, list, results);

  model.training_rows = data.rows();
  model.cost = options.cost;
  model.tube = data.task == Task::regression ? options.tube : 0.0;
  model.loss = options.loss;
  model.raw_target = options.raw_target;
  model.raw_kernel = options.raw_kernel;
  model.library_version = version;
  return result;
}

}  // namespace

FitResult fit(const Dataset& data, const FitOptions& options) {
  validate(data);
  require_valid(options);
  const std::vector<Index> rows = shuffled_rows(data);
  FitResult result = fit_shuffled(select_rows(data, rows), options);
  put_in_order(result.model, rows);
  result.model.training_rows = data.rows();
  return result;
}

}  // namespace tkl
