#pragma once

#include <vector>

#include <pybind11/numpy.h>

#include "tkl/matrix.hpp"

namespace tkl::python {

/// A matrix from a two-dimensional array of any layout and type. One copy, which cannot be avoided:
/// numpy's usual order is by rows, tkl's by columns.
Matrix matrix_from(const pybind11::array& array);

/// A vector from a one-dimensional array, likewise.
Vector vector_from(const pybind11::array& array);

/// The given rows, in that order. All of them in another order take no second matrix.
Matrix in_order(Matrix points, const std::vector<Index>& rows);

}  // namespace tkl::python
