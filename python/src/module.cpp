#include <pybind11/pybind11.h>

#include "data.hpp"
#include "model.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"
#include "tkl/version.hpp"
#include "tkl/write_file.hpp"
#include "training.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module) {
  module.doc() = "What the estimators of tkl need of the C++ library.";
  module.attr("__version__") = tkl::version;
  // A ValueError, as scikit-learn's users expect of bad data and parameters.
  py::register_exception<tkl::Error>(module, "Error", PyExc_ValueError);
  module.def("format_number", &tkl::format_number, py::arg("value"));
  module.def(
      "write_file",
      [](const std::string& file, const std::string& content) { tkl::write_file(file, content); },
      py::arg("file"), py::arg("content"), py::call_guard<py::gil_scoped_release>());
  tkl::python::bind_data(module);
  tkl::python::bind_training(module);
  tkl::python::bind_model(module);
}
