#include "training.hpp"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <pybind11/stl.h>

#include "background.hpp"
#include "data.hpp"
#include "options.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

/// What was last heard of a fit, written by its threads and read by Python's.
class News {
 public:
  void hear(const SearchProgress& progress) {
    const std::lock_guard lock(mutex_);
    search_ = progress;
  }
  void hear(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    // Fits of a search run side by side; only the last speaks for itself.
    if (search_ && search_->stage != last_stage) return;
    fit_ = progress;
  }

  /// As the keyword arguments of the function that shows them.
  py::dict told() const {
    const std::lock_guard lock(mutex_);
    py::dict news;
    if (search_) {
      news["stage"] = std::string(search_->stage);
      news["done"] = search_->done;
      news["expected"] = search_->expected;
      news["best"] = search_->best;
    }
    if (fit_) {
      news["iteration"] = fit_->bounds.iteration;
      news["gap"] = fit_->bounds.relative_gap();
    }
    return news;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<SearchProgress> search_;
  std::optional<Progress> fit_;
};

Model learn_model(const Dataset& data, TrainingOptions options, const StopRequest& stop,
                  News& news) {
  options.fit.learn.stop = stop;
  options.fit.learn.on_progress = [&](const Progress& progress) { news.hear(progress); };
  if (!options.search) return fit(data, options.fit).model;
  options.select.on_progress = [&](const SearchProgress& progress) { news.hear(progress); };
  return select(data, options.fit, options.select).fit.model;
}

/// The model speaks of rows as they were given.
void restore_rows(Model& model, const Data& data) {
  for (Index& row : model.support) row = data.rows[static_cast<std::size_t>(row)];
  model.training_rows = data.given;
  for (Model& companion : model.companions) restore_rows(companion, data);
}

/// The model, and the seconds that the core took.
std::pair<std::shared_ptr<Model>, double> train(const Data& data, const py::dict& parameters,
                                                const py::object& show) {
  const TrainingOptions options = options_from(parameters);
  const auto model = std::make_shared<Model>();
  double seconds = 0.0;
  News news;
  const auto job = [&](const StopRequest& stop) {
    const auto begin = std::chrono::steady_clock::now();
    *model = learn_model(data.set, options, stop, news);
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  run_in_background(job, [&] {
    if (!show.is_none()) show(**news.told());
  });
  restore_rows(*model, data);
  return {model, seconds};
}

}  // namespace

void bind_training(py::module_& module) {
  module.def("fit", &train, py::arg("data"), py::arg("parameters"), py::arg("show") = py::none());
}

}  // namespace tkl::python
