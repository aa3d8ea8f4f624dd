#include "columns.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include <pybind11/stl.h>

#include "arrays.hpp"
#include "tkl/error.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

std::vector<std::string> fields_of(const Vector& numbers) {
  std::vector<std::string> fields;
  fields.reserve(static_cast<std::size_t>(numbers.size()));
  for (const double number : numbers) {
    fields.push_back(std::isnan(number) ? std::string() : format_number(number));
  }
  return fields;
}

std::vector<std::string> fields_of(const py::handle& column) {
  if (py::isinstance<py::array>(column)) {
    return fields_of(vector_from(py::reinterpret_borrow<py::array>(column)));
  }
  return column.cast<std::vector<std::string>>();
}

}  // namespace

Columns::Columns(const std::vector<std::string>& names, const py::list& columns,
                 std::vector<std::string> categorical_names)
    : categorical(std::move(categorical_names)) {
  table.source = "data frame";
  table.names = names;
  table.has_header = true;
  for (const py::handle column : columns) table.columns.push_back(fields_of(column));
  if (table.columns.empty()) throw Error("the data frame has no columns");
  table.lines.resize(table.columns.front().size());
  std::iota(table.lines.begin(), table.lines.end(), std::size_t{1});
}

Matrix points_for(const Model& model, const py::object& data) {
  if (!py::isinstance<Columns>(data)) return matrix_from(data.cast<py::array>());
  return to_prediction_data(data.cast<const Columns&>().table, model.recipe, "").points;
}

}  // namespace tkl::python
