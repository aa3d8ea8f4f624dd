#include <fstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "measure/bytes.hpp"
#include "measure/gaussian.hpp"
#include "measure/isolated.hpp"
#include "measure/measurements.hpp"
#include "tkl/table.hpp"

namespace tkl::bench {

namespace {

/// The points again and again, until there are enough to time.
Matrix at_least(Index rows, const Matrix& points) {
  return points.replicate((rows + points.rows() - 1) / points.rows(), 1);
}

double seconds_on_one_core(const std::function<Vector()>& predict) {
  const auto answer = run_isolated({600.0, true}, [&] {
    const Stopwatch stopwatch;
    const Vector values = predict();
    const double seconds = stopwatch.seconds();
    if (!values.allFinite()) throw std::runtime_error("a prediction is not a number");
    return to_bytes(seconds);
  });
  if (!answer) throw std::runtime_error("a prediction took too long");
  return Reader(*answer).number();
}

void write_for_programs(const std::filesystem::path& folder, const Model& model,
                        const GaussianSvm& gaussian, const Matrix& points) {
  save_model(model, folder / "tkl.model");
  if (svm_save_model((folder / "libsvm.model").c_str(), &gaussian.model()) != 0) {
    throw std::runtime_error("cannot write " + (folder / "libsvm.model").string());
  }
  // The same points for both: tkl scales by itself, LIBSVM wants them scaled.
  const Matrix x = model.feature_scaler.transform(points);
  std::ofstream csv(folder / "points.csv");
  std::ofstream libsvm(folder / "points.libsvm");
  for (const std::string& name : model.feature_names) {
    csv << name << (&name == &model.feature_names.back() ? '\n' : ',');
  }
  for (Index i = 0; i < points.rows(); ++i) {
    libsvm << '0';
    for (Index j = 0; j < points.cols(); ++j) {
      csv << format_number(points(i, j)) << (j + 1 == points.cols() ? '\n' : ',');
      if (x(i, j) != 0.0) libsvm << ' ' << j + 1 << ':' << format_number(x(i, j));
    }
    libsvm << '\n';
  }
}

}  // namespace

nlohmann::ordered_json measure_prediction(const Settings& settings) {
  constexpr Index enough = 4000;
  const Dataset data = read(settings.train, settings.task);
  const Matrix points = at_least(enough, read(settings.test, settings.task).points);
  const Model model = fit(data, settings.fit_options(settings.threads.front())).model;
  const GaussianSvm gaussian(settings, data, model);
  const LibsvmRows rows(model.feature_scaler.transform(points));
  if (!settings.folder.empty()) write_for_programs(settings.folder, model, gaussian, points);

  const auto ours = [&] { return model.predict(points, Threads(1)); };
  const auto theirs = [&] { return gaussian.predict(rows); };
  std::vector<double> our_seconds;
  std::vector<double> their_seconds;
  const int repeats = settings.repetitions.count(seconds_on_one_core(theirs));
  for (int k = 0; k < repeats; ++k) {
    our_seconds.push_back(seconds_on_one_core(ours));
    their_seconds.push_back(seconds_on_one_core(theirs));
  }
  return {
      {"points", points.rows()},
      {"tkl", {{"seconds", our_seconds}, {"support_vectors", model.machines[0].weights.size()}}},
      {"libsvm", {{"seconds", their_seconds}, {"support_vectors", gaussian.support_vectors()}}}};
}

}  // namespace tkl::bench
