#pragma once

#include <pybind11/pybind11.h>

#include "tkl/model.hpp"

namespace tkl::python {

/// What an estimator shows of its model, under the names that scikit-learn has for it: the only
/// place of the binding that looks into a model.
pybind11::dict support_of(const Model& model);
pybind11::dict kernel_of(const Model& model);
/// What the models that are averaged with it have, and their shares.
pybind11::list companions_of(const Model& model);
pybind11::dict certificate_of(const Model& model);
/// None if there was no search.
pybind11::object search_of(const Model& model);

}  // namespace tkl::python
