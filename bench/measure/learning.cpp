#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "measure/fit_json.hpp"
#include "measure/measurements.hpp"
#include "measure/reference.hpp"
#include "measure/reference_json.hpp"
#include "measure/timed_fit.hpp"

namespace tkl::bench {

namespace {

/// D(w) and K(P) at the learned P, on one thread: the best of three, since one run is short.
nlohmann::ordered_json sensitivity_and_kernel(const Model& model, const Dataset& data) {
  const Threads one(1);
  const Matrix x = model.feature_scaler.transform(data.points);
  Vector w = Vector::Zero(data.rows());
  w(model.support) = model.machines[0].weights;
  Matrix K;
  Matrix D;
  double kernel_seconds = std::numeric_limits<double>::infinity();
  double sensitivity_seconds = kernel_seconds;
  for (int k = 0; k < 3; ++k) {
    const Stopwatch kernel;
    K = model.family->gram(model.machines[0].P, x, one);
    kernel_seconds = std::min(kernel_seconds, kernel.seconds());
    const Stopwatch sensitivity;
    D = model.family->sensitivity(w, x, one)->adjoint(w);
    sensitivity_seconds = std::min(sensitivity_seconds, sensitivity.seconds());
  }
  // Both are wᵀKw: a cheap guard against timing something else.
  const double quadratic = w.dot(K * w);
  if (std::abs(inner_product(D, model.machines[0].P) - quadratic) > 1e-6 * std::abs(quadratic)) {
    throw std::runtime_error("D(w) and K(P) disagree");
  }
  return {{"D_seconds", sensitivity_seconds}, {"K_seconds", kernel_seconds}};
}

}  // namespace

nlohmann::ordered_json measure_learning(const Settings& settings) {
  const Dataset data = read(settings.train, settings.task);
  const int threads = settings.threads.front();
  nlohmann::ordered_json result;
  const auto first = timed_fit(settings, data, threads);
  if (!first) {
    result["tkl"] = {{"seconds", {settings.limit}}, {"outcome", "out of time"}};
    return result;
  }
  result["tkl"] = to_json(*first);
  result["tkl"].update(sensitivity_and_kernel(first->model, data));

  const SvmProblem problem = make_problem(settings, data, first->model);
  const Matrix K = gram(first->model, data);
  LibsvmSolver libsvm(problem, K);
  const Reference reference = find_reference(problem, K, libsvm, settings.reference_limit);
  result["libsvm"] = to_json(reference);

  std::vector<double> ours;
  std::vector<double> theirs;
  const int repeats = settings.repetitions.count(std::max(first->seconds, reference.seconds));
  for (int k = 0; k < repeats; ++k) {
    const auto run = timed_fit(settings, data, threads);
    ours.push_back(run ? run->seconds : settings.limit);
    append_run(theirs, libsvm, reference, settings.reference_limit);
  }
  result["tkl"]["seconds"] = ours;
  result["libsvm"]["seconds"] = theirs;
  return result;
}

}  // namespace tkl::bench
