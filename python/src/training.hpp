#pragma once

#include <pybind11/pybind11.h>

namespace tkl::python {

/// Adds the function fit to the module.
void bind_training(pybind11::module_& module);

}  // namespace tkl::python
