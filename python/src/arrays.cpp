#include "arrays.hpp"

#include <string>

#include "tkl/error.hpp"

namespace py = pybind11;

namespace tkl::python {

namespace {

void require_dimensions(const py::array& array, py::ssize_t wanted) {
  if (array.ndim() == wanted) return;
  throw Error("expected an array of " + std::to_string(wanted) + " dimensions, got " +
              std::to_string(array.ndim()));
}

/// Lets numpy fill our memory: it converts while it copies, whatever the type and the strides.
void copy_into(double* memory, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
               const py::array& array) {
  const py::array_t<double> view(std::move(shape), std::move(strides), memory, py::none());
  py::module_::import("numpy").attr("copyto")(view, array, py::arg("casting") = "unsafe");
}

constexpr py::ssize_t item = sizeof(double);

}  // namespace

Matrix matrix_from(const py::array& array) {
  require_dimensions(array, 2);
  Matrix matrix(array.shape(0), array.shape(1));
  copy_into(matrix.data(), {matrix.rows(), matrix.cols()}, {item, item * matrix.rows()}, array);
  return matrix;
}

Vector vector_from(const py::array& array) {
  require_dimensions(array, 1);
  Vector vector(array.shape(0));
  copy_into(vector.data(), {vector.size()}, {item}, array);
  return vector;
}

Matrix in_order(Matrix points, const std::vector<Index>& rows) {
  if (static_cast<Index>(rows.size()) != points.rows()) return points(rows, Eigen::all);
  Vector column(points.rows());
  for (Index j = 0; j < points.cols(); ++j) {
    column = points.col(j)(rows);
    points.col(j) = column;
  }
  return points;
}

}  // namespace tkl::python
