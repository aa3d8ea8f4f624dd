#pragma once

#include <pybind11/pybind11.h>

namespace tkl::python {

/// Adds the class Model to the module.
void bind_model(pybind11::module_& module);

}  // namespace tkl::python
