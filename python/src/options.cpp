#include "options.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include <pybind11/stl.h>

#include "memory.hpp"
#include "tkl/error.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

template <class Value>
constexpr const char* kind_of = "a number";
template <>
constexpr const char* kind_of<int> = "a whole number";
template <>
constexpr const char* kind_of<std::string> = "text";
template <>
constexpr const char* kind_of<std::vector<double>> = "a number, or one for each feature";

/// Parameters by name; None is as good as absent.
class Reader {
 public:
  explicit Reader(const py::dict& parameters) : parameters_(parameters) {}

  bool has(const char* name) const {
    return parameters_.contains(name) && !parameters_[name].is_none();
  }

  /// Sets the value if there is one, and says whether.
  template <class Value>
  bool read(const char* name, Value& value) const {
    if (!has(name)) return false;
    try {
      value = parameters_[name].cast<Value>();
    } catch (const py::cast_error&) {
      throw Error(std::string(name) + ": expected " + kind_of<Value> + ", not " +
                  std::string(py::repr(parameters_[name])));
    }
    return true;
  }

  bool read_positive(const char* name, double& value) const {
    if (!read(name, value)) return false;
    if (!(value > 0.0)) throw Error(std::string(name) + ": expected a positive number");
    return true;
  }

  /// One of the values, by its name; '_' may stand for '-'.
  template <class Choice>
  bool read_choice(const char* name, Choice& value, std::initializer_list<Choice> choices) const {
    std::string text;
    if (!read(name, text)) return false;
    std::replace(text.begin(), text.end(), '_', '-');
    std::string known;
    for (const Choice choice : choices) {
      if (to_string(choice) == text) {
        value = choice;
        return true;
      }
      known += (known.empty() ? "" : ", ") + std::string(to_string(choice));
    }
    throw Error(std::string(name) + ": '" + text + "' is none of " + known);
  }

  bool is_text(const char* name) const {
    return has(name) && py::isinstance<py::str>(parameters_[name]);
  }

  /// One number for all features, or one for each.
  bool read_scale(const char* name, double& common, Vector& each) const {
    if (!has(name)) return false;
    const py::object value = parameters_[name];
    if (!py::hasattr(value, "__len__")) return read_positive(name, common);
    std::vector<double> numbers;
    read(name, numbers);
    each = Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
    return true;
  }

 private:
  const py::dict& parameters_;
};

/// What the family is not asked for would be passed over in silence.
void refuse_what_does_not_belong(const Reader& reader, const FitOptions& options) {
  const std::string family(to_string(options.family));
  const bool tessellated =
      options.family == Family::tessellated || options.family == Family::reflected;
  if (!tessellated && reader.has("bound")) {
    throw Error("bound belongs to the families tessellated and reflected, not to " + family);
  }
  if (!is_radial(options.family) && reader.has("width")) {
    throw Error("width belongs to the families gaussian and matern, not to " + family +
                "; set family");
  }
  if ((is_radial(options.family) || options.family == Family::kernels) && reader.has("degree")) {
    throw Error("degree has no meaning for the family " + family);
  }
  if ((options.family == Family::kernels) == options.kernels.empty()) {
    throw Error("kernels and family='kernels' go together, for example kernels='gaussian:0.5'");
  }
}

void read_kernel(const Reader& reader, FitOptions& options, Given& given) {
  given.warp = reader.read("warp", options.warp);
  given.axes = reader.read_choice("axes", options.axes, {Axes::features, Axes::principal});
  given.family = reader.read_choice("family", options.family,
                                    {Family::tessellated, Family::reflected, Family::gaussian,
                                     Family::matern, Family::polynomial, Family::kernels});
  std::string kernels;
  if (reader.read("kernels", kernels)) options.kernels = parse_kernel_list(kernels);
  std::string basis;
  if (reader.read("basis", basis)) {
    if (basis != "x" && basis != "full") throw Error("basis: '" + basis + "' is none of x, full");
    options.basis = basis == "full" ? Basis::full : Basis::x;
    given.family = true;
  }
  given.degree = reader.read("degree", options.degree);
  const bool bound = reader.read_scale("bound", options.bound, options.bounds);
  const bool width = reader.read_scale("width", options.width, options.widths);
  given.scale = bound || width;
  given.tau = reader.read("tau", options.tau);
  refuse_what_does_not_belong(reader, options);
}

void read_count_or_auto(const Reader& reader, const char* name, Index& target) {
  if (!reader.is_text(name)) {
    reader.read(name, target);
    return;
  }
  std::string text;
  reader.read(name, text);
  if (text != "auto") throw Error(std::string(name) + ": '" + text + "' is no number, nor auto");
}

void read_learning(const Reader& reader, FitOptions& options) {
  LearnOptions& learn = options.learn;
  reader.read_choice("method", learn.method,
                     {Method::newton, Method::quasi_newton, Method::frank_wolfe});
  reader.read_positive("tol", learn.tolerance);
  reader.read("max_iter", learn.max_iterations);
  reader.read_positive("time_limit", learn.time_limit);
  int threads = learn.threads.count();
  if (reader.read("threads", threads)) learn.threads = Threads(threads);
  read_count_or_auto(reader, "landmarks", options.landmarks);
  read_count_or_auto(reader, "cells", options.cells);
  double megabytes = 0.0;
  constexpr double share_of_available = 0.5;
  options.memory_limit = reader.read_positive("memory_limit", megabytes)
                             ? 1e6 * megabytes
                             : share_of_available * cli::available_memory();
}

void read_search(const Reader& reader, TrainingOptions& options) {
  SelectOptions& select = options.select;
  bool reliability = true;
  reader.read("reliability", reliability);
  if (reader.read_choice("select", select.strategy, {Strategy::automatic, Strategy::grid})) {
    options.search = true;
  } else {
    select.given = Given::everything();
    options.search = reliability;
  }
  bool codes = true;
  if (reader.read("codes", codes) && !codes) select.given.codes = true;
  reader.read("folds", select.folds);
  reader.read("repeats", select.repeats);
  reader.read("models", select.most_models);
  Metric metric{};
  if (reader.read_choice("metric", metric,
                         {Metric::mse, Metric::mae, Metric::r2, Metric::accuracy,
                          Metric::balanced_accuracy, Metric::log_loss, Metric::auc})) {
    select.metric = metric;
  }
  reader.read("seed", select.seed);
  select.time_limit = options.fit.learn.time_limit;
}

}  // namespace

TrainingOptions options_from(const py::dict& parameters) {
  const Reader reader(parameters);
  TrainingOptions options;
  FitOptions& fit = options.fit;
  Given& given = options.select.given;
  read_kernel(reader, fit, given);
  given.cost = reader.read_positive("cost", fit.cost);
  given.tube = reader.read("tube", fit.tube);
  given.loss = reader.read_choice("loss", fit.loss, {Loss::linear, Loss::squared});
  std::string multiclass;
  if (reader.read("multiclass", multiclass)) {
    if (multiclass != "ovo" && multiclass != "ovr") {
      throw Error("multiclass: '" + multiclass + "' is none of ovo, ovr");
    }
    fit.multiclass = multiclass == "ovr" ? Multiclass::one_vs_rest : Multiclass::one_vs_one;
  }
  reader.read("shared_kernel", fit.shared_kernel);
  read_learning(reader, fit);
  read_search(reader, options);
  return options;
}

}  // namespace tkl::python
