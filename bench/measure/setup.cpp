#include "measure/setup.hpp"

#include "tkl/table.hpp"

namespace tkl::bench {

FitOptions Settings::fit_options(int thread_count) const {
  FitOptions options;
  options.cost = cost;
  options.tube = tube;
  options.landmarks = 0;
  options.learn.tolerance = tolerance;
  options.learn.threads = Threads(thread_count);
  return options;
}

Dataset read(const std::filesystem::path& file, Task task) {
  return to_dataset(read_table(file), {.task = task, .target = {}});
}

SvmProblem make_problem(const Settings& settings, const Dataset& data, const Model& model) {
  const Vector cost = Vector::Constant(data.rows(), settings.cost);
  if (data.task == Task::classification) {
    return SvmProblem::classification(2.0 * data.target.array() - 1.0, cost);
  }
  return SvmProblem::regression(model.target_scaler.transform(data.target), cost, settings.tube);
}

Model model_before_learning(const Settings& settings, const Dataset& data) {
  FitOptions options = settings.fit_options(1);
  options.learn.stop = [] { return true; };
  Model model = fit(data, options).model;
  model.machines[0].P = model.family->feasible_set().start();
  return model;
}

Matrix gram(const Model& model, const Dataset& data) {
  return model.family->gram(model.machines[0].P, model.feature_scaler.transform(data.points),
                            Threads());
}

}  // namespace tkl::bench
