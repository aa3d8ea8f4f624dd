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
#include "model/fit_landmarks.hpp"
#include "model/landmark_plan.hpp"
#include "model/lessons.hpp"
#include "model/machines.hpp"
#include "model/make_family.hpp"
#include "model/memory_plan.hpp"
#include "model/scale_features.hpp"
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
  if (options.landmarks < 0 && options.landmarks != FitOptions::automatic) {
    throw Error("the number of landmarks must not be negative; got " +
                std::to_string(options.landmarks));
  }
  if (options.cells < 0 && options.cells != FitOptions::automatic) {
    throw Error("the number of rows in a cell must not be negative; got " +
                std::to_string(options.cells));
  }
}

/// How many lessons can be learned side by side within the memory for all of them.
int side_by_side(const std::vector<Lesson>& lessons, const Threads& threads, double memory) {
  std::size_t largest = 0;
  for (const Lesson& lesson : lessons) largest = std::max(largest, lesson.rows.size());
  const double fit = memory / matrix_memory(static_cast<Index>(largest));
  return static_cast<int>(std::clamp(fit, 1.0, static_cast<double>(threads.count())));
}

/// What was learned from all lessons.
struct Outcome {
  std::vector<Matrix> P;
  std::vector<SvmSolution> svms;
  ModelCertificate certificate;  ///< of the sum of all objectives
  PhaseSeconds seconds;

  void count(Learned& learned) {
    certificate.upper += learned.upper;
    certificate.lower += learned.lower;
    certificate.inner_solves += learned.inner_solves;
    certificate.method = learned.method;
    if (certificate.status == Status::converged) certificate.status = learned.status;
    certificate.history = std::move(learned.history);
    seconds += learned.seconds;
  }
};

/// One P for all.
Outcome learn_one_kernel(const std::vector<Lesson>& lessons, const KernelFamily& family,
                         const Matrix& x, const LearnOptions& options, double memory) {
  LearnOptions own = options;
  own.threads = Threads(side_by_side(lessons, options.threads, memory));
  own.memory = options.memory * own.threads.count();
  SharedLearnResult learned = learn_shared(family, x, lessons, own);
  Outcome outcome;
  outcome.P.assign(lessons.size(), learned.P);
  outcome.svms = std::move(learned.svms);
  outcome.count(learned);
  return outcome;
}

/// Several lessons run side by side, one thread each.
std::vector<LearnResult> learn_side_by_side(const std::vector<Lesson>& lessons,
                                            const KernelFamily& family, const Matrix& x,
                                            const LearnOptions& options, double memory) {
  std::vector<LearnResult> results(lessons.size());
  const auto begin = std::chrono::steady_clock::now();
  LearnOptions shared = options;
  shared.threads = Threads(1);
  shared.on_progress = {};
  const Threads workers(side_by_side(lessons, options.threads, memory));
  workers.for_each(std::ssize(lessons), [&](Index index) {
    const Lesson& lesson = lessons[static_cast<std::size_t>(index)];
    LearnOptions own = shared;
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin;
    own.time_limit = std::max(1e-3, options.time_limit - used.count());
    results[static_cast<std::size_t>(index)] =
        learn(family, x(lesson.rows, Eigen::all), lesson.problem, own);
  });
  return results;
}

/// A P for each.
Outcome learn_kernels(const std::vector<Lesson>& lessons, const KernelFamily& family,
                      const Matrix& x, const LearnOptions& options, double memory) {
  std::vector<LearnResult> results;
  if (lessons.size() == 1) {
    results.push_back(learn(family, x, lessons.front().problem, options));
  } else {
    results = learn_side_by_side(lessons, family, x, options, memory);
  }
  Outcome outcome;
  for (LearnResult& result : results) {
    outcome.P.push_back(std::move(result.P));
    outcome.svms.push_back(std::move(result.svm));
    outcome.count(result);
  }
  if (results.size() > 1) outcome.certificate.history.clear();
  return outcome;
}

}  // namespace

double estimated_memory(Index rows, Index features, const FitOptions& options,
                        Residence residence) {
  return plan_memory(rows, features, options, residence).total();
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
  model.feature_scaler = scale_features(data, options);
  if (data.task == Task::regression && !options.raw_target) {
    model.target_scaler = TargetScaler(data.target, data.weights);
  }
  const Matrix x = model.feature_scaler.transform(data.points);
  model.family = make_family(options, x, data.weights);

  const Lessons lessons = make_lessons(data, options, model.target_scaler.transform(data.target));
  const bool shared = options.shared_kernel && lessons.list.size() > 1;
  Outcome outcome = (shared ? learn_one_kernel : learn_kernels)(lessons.list, *model.family, x,
                                                                learn_options, memory);
  result.seconds = outcome.seconds;
  model.certificate = outcome.certificate;
  model.certificate.tolerance = options.learn.tolerance;
  keep_machines(model, RowsInMemory(data.points), lessons, outcome.P, outcome.svms);

  model.training_rows = data.rows();
  model.cost = options.cost;
  model.tube = data.task == Task::regression ? options.tube : 0.0;
  model.loss = options.loss;
  model.raw_target = options.raw_target;
  model.raw_kernel = options.raw_kernel;
  model.library_version = version;
  return result;
}

template <class Data>
FitResult fit_by_team(const Data& data, const FitOptions& options, const Team& team) {
  require_valid(options);
  refuse_for_team(options);
  return fit_landmarks(data, options_of_team(data.rows(), options, team), team);
}

template <class Data>
FitResult fit_many(const Data& data, const FitOptions& options) {
  plan_memory(data.rows(), data.features(), options, Data::residence);  // or says it is too little
  return fit_landmarks(data, options, Alone());
}

}  // namespace

FitResult fit(const Dataset& data, const FitOptions& options, const Team& team) {
  return team.size() == 1 ? fit(data, options) : fit_by_team(data, options, team);
}

FitResult fit(const Dataset& data, const FitOptions& options) {
  validate(data);
  require_valid(options);
  const Index counting =
      data.weights.size() == 0 ? data.rows() : (data.weights.array() > 0.0).count();
  if (landmarks_for(counting, data.features(), options) != 0) return fit_many(data, options);
  const std::vector<Index> rows = shuffled_rows(data);
  FitResult result = fit_shuffled(select_rows(data, rows), options);
  put_in_order(result.model, rows);
  result.model.training_rows = data.rows();
  return result;
}

FitResult fit(const DatasetOnDisk& data, const FitOptions& options, const Team& team) {
  if (team.size() > 1) return fit_by_team(data, options, team);
  validate(data);
  require_valid(options);
  if (options.landmarks == 0 || options.cells > 0) {
    throw Error(
        "exact fits and cells need their rows in memory; choose a number of landmarks and no "
        "cells, or read the rows into memory");
  }
  return fit_many(data, options);
}

}  // namespace tkl
