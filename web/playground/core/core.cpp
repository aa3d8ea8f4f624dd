// What the playground asks of the library: learn from a few points, and tell everything about it.

#include <chrono>
#include <string>
#include <vector>

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include "tkl/fit.hpp"
#include "tkl/generate.hpp"
#include "tkl/spectrum.hpp"

namespace {

using emscripten::val;
using tkl::Index;
using tkl::Matrix;
using tkl::Vector;

std::vector<double> numbers(const val& array) {
  return emscripten::convertJSArrayToNumberVector<double>(array);
}

/// A copy that belongs to the page.
template <class Numbers>
val array_of(const Numbers& values) {
  const val view(
      emscripten::typed_memory_view(static_cast<std::size_t>(values.size()), values.data()));
  return val::global("Float64Array").new_(view);
}

/// Points are x after x, then y after y.
Matrix points_of(const val& task) {
  const std::vector<double> flat = numbers(task["points"]);
  const auto features = task["features"].as<int>();
  return Eigen::Map<const Matrix>(flat.data(), std::ssize(flat) / features, features);
}

tkl::Dataset data_of(const val& task) {
  tkl::Dataset data = tkl::regression_data(points_of(task), {});
  const std::vector<double> target = numbers(task["target"]);
  data.target = Eigen::Map<const Vector>(target.data(), std::ssize(target));
  if (task["classes"].as<bool>()) {
    data.task = tkl::Task::classification;
    data.classes = {"blue", "orange"};
  }
  return data;
}

tkl::FitOptions options_of(const val& task) {
  tkl::FitOptions options;
  options.family = task["gaussian"].as<bool>()    ? tkl::Family::gaussian
                   : task["reflected"].as<bool>() ? tkl::Family::reflected
                                                  : tkl::Family::tessellated;
  options.degree = task["degree"].as<int>();
  options.bound = task["bound"].as<double>();
  options.width = task["width"].as<double>();
  options.cost = task["cost"].as<double>();
  options.tube = task["tube"].as<double>();
  options.learn.tolerance = task["tolerance"].as<double>();
  options.learn.threads = tkl::Threads(1);
  constexpr double patience = 5.0;  // seconds; what is best by then is shown, with its gap
  options.learn.time_limit = patience;
  return options;
}

val history_of(const tkl::ModelCertificate& certificate) {
  std::vector<double> rows;
  for (const tkl::Bounds& bounds : certificate.history) {
    rows.insert(rows.end(), {static_cast<double>(bounds.iteration), bounds.upper, bounds.lower});
  }
  return array_of(rows);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Learns, then predicts at the points of `grid`.
val solve(const val& task) {
  const auto begin = std::chrono::steady_clock::now();
  const tkl::Model model = tkl::fit(data_of(task), options_of(task)).model;
  const double learning = seconds_since(begin);
  const std::vector<double> flat = numbers(task["grid"]);
  const auto features = static_cast<Index>(task["features"].as<int>());
  const Matrix grid = Eigen::Map<const Matrix>(flat.data(), std::ssize(flat) / features, features);
  const Vector values = model.task == tkl::Task::classification
                            ? Vector(model.decision_values(grid, tkl::Threads(1)).col(0))
                            : model.predict(grid, tkl::Threads(1));
  const Vector fitted = model.predict(points_of(task), tkl::Threads(1));
  const tkl::Machine& machine = model.machines.front();
  const tkl::Spectrum spectrum = tkl::spectrum_of(*model.family, machine.P);
  const Vector support = Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>>(
                             model.support.data(), std::ssize(model.support))
                             .cast<double>();
  val result = val::object();
  result.set("values", array_of(values));
  result.set("fitted", array_of(fitted));
  result.set("support", array_of(support));
  result.set("P", array_of(machine.P));
  result.set("eigenvalues", array_of(spectrum.values));
  result.set("history", history_of(model.certificate));
  result.set("gap", model.certificate.relative_gap());
  result.set("learningSeconds", learning);
  result.set("seconds", seconds_since(begin));
  return result;
}

/// Points of one of the library's example data.
val example(const std::string& name, int rows, double noise, int seed) {
  const tkl::Dataset data =
      tkl::generate(name, {.rows = rows, .noise = noise, .seed = static_cast<std::uint64_t>(seed)});
  val result = val::object();
  result.set("points", array_of(data.points));
  result.set("target", array_of(data.target));
  result.set("features", static_cast<int>(data.features()));
  result.set("classes", data.task == tkl::Task::classification);
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(playground) {
  emscripten::function("solve", &solve);
  emscripten::function("example", &example);
}
