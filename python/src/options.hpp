#pragma once

#include <optional>

#include <pybind11/pybind11.h>

#include "tkl/select.hpp"

namespace tkl::python {

struct TrainingOptions {
  FitOptions fit;
  SelectOptions select;
  bool search = true;  ///< select() rather than fit()
};

/// From the parameters of an estimator, by name. What is absent or None is searched for, or has its
/// default. Throws an Error that names the parameter.
TrainingOptions options_from(const pybind11::dict& parameters);

}  // namespace tkl::python
