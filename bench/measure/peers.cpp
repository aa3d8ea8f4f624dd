#include <nlohmann/json.hpp>

#include "measure/gaussian.hpp"
#include "measure/measurements.hpp"
#include "measure/timed_fit.hpp"
#include "tkl/metrics.hpp"

namespace tkl::bench {

namespace {

/// Regression: mean squared error in variances of the training target. Classification: the share of
/// wrong answers.
double test_error(const Dataset& test, const TargetScaler& scaler, const Vector& prediction) {
  if (test.task == Task::regression) {
    return mean_squared_error(scaler.transform(test.target), prediction);
  }
  const Index right = count_equal(test.target, prediction);
  return 1.0 - static_cast<double>(right) / static_cast<double>(test.rows());
}

double error_of(const Model& model, const Dataset& test) {
  const Vector prediction = model.predict(test.points);
  return test_error(
      test, model.target_scaler,
      test.task == Task::regression ? model.target_scaler.transform(prediction) : prediction);
}

double error_of(const GaussianSvm& gaussian, const Dataset& test, const Model& scaling) {
  Vector prediction = gaussian.predict(LibsvmRows(scaling.feature_scaler.transform(test.points)));
  if (test.task == Task::classification) {
    prediction = (prediction.array() > 0.0).cast<double>();
  }
  return test_error(test, scaling.target_scaler, prediction);
}

}  // namespace

nlohmann::ordered_json measure_peers(const Settings& settings) {
  const Dataset train = read(settings.train, settings.task);
  const Dataset test = read(settings.test, settings.task);
  const int threads = settings.threads.front();
  const auto first = timed_fit(settings, train, threads);
  if (!first) return {{"tkl", {{"seconds", {settings.limit}}, {"outcome", "out of time"}}}};
  const GaussianSvm gaussian(settings, train, first->model);

  std::vector<double> ours;
  std::vector<double> theirs;
  const int repeats = settings.repetitions.count(std::max(first->seconds, gaussian.seconds()));
  for (int k = 0; k < repeats; ++k) {
    const auto run = timed_fit(settings, train, threads);
    ours.push_back(run ? run->seconds : settings.limit);
    theirs.push_back(GaussianSvm(settings, train, first->model).seconds());
  }
  return {{"tkl", {{"seconds", ours}, {"error", error_of(first->model, test)}}},
          {"libsvm", {{"seconds", theirs}, {"error", error_of(gaussian, test, first->model)}}}};
}

}  // namespace tkl::bench
