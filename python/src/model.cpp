#include "model.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "columns.hpp"
#include "model_parts.hpp"
#include "tkl/error.hpp"
#include "tkl/explain.hpp"
#include "tkl/report.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

/// Computes on points of a model, without the GIL.
template <class Compute>
auto on_points(const Model& model, const py::object& data, const Compute& compute) {
  const Matrix points = points_for(model, data);
  const py::gil_scoped_release release;
  return compute(points);
}

Matrix decision_values(const Model& model, const py::object& data, int threads) {
  return on_points(model, data, [&](const Matrix& points) {
    return model.decision_values(points, Threads(threads));
  });
}

Vector predict(const Model& model, const py::object& data, int threads) {
  return on_points(model, data,
                   [&](const Matrix& points) { return model.predict(points, Threads(threads)); });
}

Matrix probabilities(const Model& model, const py::object& data, int threads) {
  return on_points(model, data, [&](const Matrix& points) {
    return model.probabilities_from(model.decision_values(points, Threads(threads)));
  });
}

/// The ends of the intervals around predictions, a column each.
Matrix intervals(const Model& model, const py::object& data, double coverage, int threads) {
  return on_points(model, data, [&](const Matrix& points) {
    const double radius = model.interval_radius(coverage);
    const Vector prediction = model.predict(points, Threads(threads));
    Matrix ends(prediction.size(), 2);
    ends << prediction.array() - radius, prediction.array() + radius;
    return ends;
  });
}

Matrix kernel(const Model& model, const py::object& x, const py::object& y, int threads,
              std::size_t machine) {
  const Matrix right = points_for(model, y);
  return on_points(model, x, [&](const Matrix& left) {
    return model.kernel(left, right, Threads(threads), machine);
  });
}

py::dict to_dict(const Explanation& explanation, bool has_target) {
  const auto count = std::ssize(explanation.columns);
  std::vector<std::string> names;
  Vector main(count);
  Vector total(count);
  Vector shuffled(count);
  Vector deviation(count);
  for (Index j = 0; j < count; ++j) {
    const ColumnImportance& column = explanation.columns[static_cast<std::size_t>(j)];
    names.push_back(column.name);
    main(j) = column.main;
    total(j) = column.total;
    shuffled(j) = column.shuffled.value_or(0.0);
    deviation(j) = column.shuffled_deviation;
  }
  py::dict parts;
  parts["names"] = names;
  parts["main"] = main;
  parts["total"] = total;
  parts["exact"] = explanation.exact;
  parts["rows"] = explanation.rows;
  if (!has_target) return parts;
  parts["shuffled"] = shuffled;
  parts["shuffled_deviation"] = deviation;
  parts["metric"] = std::string(to_string(explanation.metric));
  parts["loss"] = explanation.loss;
  return parts;
}

py::dict explain_model(const Model& model, const py::object& data,
                       const std::optional<py::array>& target, int shuffles, std::uint64_t seed,
                       int threads) {
  const Vector truth = target ? vector_from(*target) : Vector();
  const Explanation explanation = on_points(model, data, [&](const Matrix& points) {
    return explain(model, points, truth,
                   {.shuffles = shuffles, .seed = seed, .threads = Threads(threads)});
  });
  return to_dict(explanation, target.has_value());
}

std::string report(const Model& model, const py::object& points,
                   const std::optional<py::array>& target, const std::string& name, double coverage,
                   const std::string& model_name, int threads) {
  ReportData data{name, {}, {}};
  if (!points.is_none()) data.points = points_for(model, points);
  if (target) data.target = vector_from(*target);
  const py::gil_scoped_release release;
  return report_page(model, data,
                     {.model_name = model_name, .coverage = coverage, .threads = Threads(threads)});
}

bool is_of_numbers(const Model& model) {
  return std::all_of(model.recipe.begin(), model.recipe.end(), [](const ColumnRecipe& column) {
    return !column.is_categorical() && !column.fill;
  });
}

std::vector<std::string> column_names(const Model& model) {
  std::vector<std::string> names;
  for (const ColumnRecipe& column : model.recipe) names.push_back(column.name);
  return names;
}

std::shared_ptr<Model> from_bytes(const py::bytes& bytes) {
  return std::make_shared<Model>(deserialise(std::string_view(bytes), "pickled model"));
}

}  // namespace

void bind_model(py::module_& module) {
  const auto points = py::arg("points");
  const auto threads = py::arg("threads");
  py::class_<Model, std::shared_ptr<Model>>(module, "Model")
      .def_static(
          "load", [](const std::string& file) { return std::make_shared<Model>(load_model(file)); },
          py::arg("file"), py::call_guard<py::gil_scoped_release>())
      .def(
          "save", [](const Model& model, const std::string& file) { save_model(model, file); },
          py::arg("file"), py::call_guard<py::gil_scoped_release>())
      .def(py::pickle([](const Model& model) { return py::bytes(serialise(model)); }, &from_bytes))
      .def("predict", &predict, points, threads)
      .def("decision_values", &decision_values, points, threads)
      .def("probabilities", &probabilities, points, threads)
      .def("intervals", &intervals, points, py::arg("coverage"), threads)
      .def("kernel", &kernel, py::arg("x"), py::arg("y"), threads, py::arg("machine") = 0)
      .def("explain", &explain_model, points, py::arg("target") = py::none(), py::arg("shuffles"),
           py::arg("seed"), threads)
      .def("report", &report, py::arg("points") = py::none(), py::arg("target") = py::none(),
           py::kw_only(), py::arg("name"), py::arg("coverage"), py::arg("model_name"), threads)
      .def_property_readonly("is_classification",
                             [](const Model& model) { return model.task == Task::classification; })
      .def_property_readonly("has_probabilities",
                             [](const Model& model) { return model.calibration.has_value(); })
      .def_property_readonly("has_intervals",
                             [](const Model& model) { return model.held_out_errors.size() != 0; })
      .def_property_readonly("is_of_numbers", &is_of_numbers)
      .def_property_readonly("column_names", &column_names)
      .def_readonly("feature_names", &Model::feature_names)
      .def_readonly("target_name", &Model::target_name)
      .def_readonly("classes", &Model::classes)
      .def_property_readonly("support", &support_of)
      .def_property_readonly("settings", &kernel_of)
      .def_readonly("share", &Model::share)
      .def_property_readonly("companions", &companions_of)
      .def_property_readonly("certificate", &certificate_of)
      .def_property_readonly("search", &search_of);
}

}  // namespace tkl::python
