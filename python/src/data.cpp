#include "data.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "columns.hpp"
#include "tkl/error.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

using Labels = std::vector<std::string>;
/// "balanced", or a factor for each class.
using ClassWeights = std::optional<std::variant<std::string, std::vector<double>>>;

/// The frame's features by its recipe, with a target that is of no account here.
Dataset from_columns(const Columns& columns) {
  Table table = columns.table;
  std::string name = "target";
  while (std::find(table.names.begin(), table.names.end(), name) != table.names.end()) name += '_';
  table.names.push_back(name);
  std::vector<std::string> target(table.lines.size());
  for (std::size_t i = 0; i < target.size(); ++i) target[i] = std::to_string(i);
  table.columns.push_back(std::move(target));
  DatasetOptions options;
  options.task = Task::regression;
  options.target = name;
  options.categorical = columns.categorical;
  return to_dataset(table, options);
}

Dataset from_object(const py::object& points) {
  if (py::isinstance<Columns>(points)) return from_columns(points.cast<const Columns&>());
  return regression_data(matrix_from(points.cast<py::array>()), {});
}

void weigh_by_class(Dataset& data, const ClassWeights& class_weights) {
  if (!class_weights) return;
  if (const auto* factors = std::get_if<std::vector<double>>(&*class_weights)) {
    weigh_classes(data, Eigen::Map<const Vector>(factors->data(), std::ssize(*factors)));
  } else if (std::get<std::string>(*class_weights) == "balanced") {
    weigh_classes(data, balanced_class_weights(data));
  } else {
    throw Error("class_weight: expected 'balanced' or a dictionary, not '" +
                std::get<std::string>(*class_weights) + "'");
  }
}

/// The rows that count, sorted by their features, then target, then weight.
std::vector<Index> rows_by_content(const Dataset& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows(); ++i) {
    if (data.weights.size() == 0 || data.weights(i) != 0.0) rows.push_back(i);
  }
  const auto before = [&](Index a, Index b) {
    for (Index j = 0; j < data.features(); ++j) {
      if (data.points(a, j) != data.points(b, j)) return data.points(a, j) < data.points(b, j);
    }
    if (data.target(a) != data.target(b)) return data.target(a) < data.target(b);
    return data.weights.size() != 0 && data.weights(a) < data.weights(b);
  };
  std::stable_sort(rows.begin(), rows.end(), before);
  return rows;
}

void put_in_order(Dataset& data, const std::vector<Index>& rows) {
  data.points = in_order(std::move(data.points), rows);
  data.target = data.target(rows).eval();
  if (data.weights.size() != 0) data.weights = data.weights(rows).eval();
  if (data.groups.empty()) return;
  std::vector<int> groups;
  groups.reserve(rows.size());
  for (const Index row : rows) groups.push_back(data.groups[static_cast<std::size_t>(row)]);
  data.groups = std::move(groups);
}

Data make_data(const py::object& points, const py::array& target, const Labels& classes,
               const std::optional<py::array>& weights, const ClassWeights& class_weights,
               std::vector<int> groups, const std::optional<Labels>& names,
               const std::string& target_name) {
  Data data;
  data.set = from_object(points);
  Dataset& set = data.set;
  set.target = vector_from(target);
  set.target_name = target_name;
  if (!classes.empty()) {
    set.task = Task::classification;
    set.classes = classes;
  }
  if (names && set.recipe.empty()) set.feature_names = *names;
  if (weights) set.weights = vector_from(*weights);
  set.groups = std::move(groups);
  const py::gil_scoped_release release;
  validate(set);
  weigh_by_class(set, class_weights);
  data.given = set.rows();
  data.rows = rows_by_content(set);
  put_in_order(set, data.rows);
  return data;
}

}  // namespace

void bind_data(py::module_& module) {
  py::class_<Columns>(module, "Columns")
      .def(py::init<const Labels&, const py::list&, Labels>(), py::arg("names"), py::arg("columns"),
           py::arg("categorical"));
  py::class_<Data>(module, "Dataset")
      .def(py::init(&make_data), py::arg("points"), py::arg("target"), py::kw_only(),
           py::arg("classes") = Labels(), py::arg("weights") = py::none(),
           py::arg("class_weights") = py::none(), py::arg("groups") = std::vector<int>(),
           py::arg("names") = py::none(), py::arg("target_name") = "target")
      .def_property_readonly("shape", [](const Data& data) {
        return std::pair(data.set.rows(), data.set.features());
      });
}

}  // namespace tkl::python
