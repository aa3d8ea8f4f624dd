#pragma once

#include <vector>

#include <pybind11/pybind11.h>

#include "tkl/dataset.hpp"

namespace tkl::python {

/// A data set that does not depend on the order in which its rows were given: they are sorted by
/// their content, and rows of weight 0 are left out. So a fit does not depend on it either.
struct Data {
  Dataset set;
  std::vector<Index> rows;  ///< where each row of the set was given
  Index given = 0;          ///< rows in all
};

/// Adds the class Dataset to the module.
void bind_data(pybind11::module_& module);

}  // namespace tkl::python
