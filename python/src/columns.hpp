#pragma once

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "tkl/model.hpp"
#include "tkl/table.hpp"

namespace tkl::python {

/// A data frame, read as if it were a file with the same fields, so that columns of text and missing
/// values mean what they mean to the command line.
struct Columns {
  Table table;
  std::vector<std::string> categorical;  ///< names of columns that were declared so

  /// Each column is an array of numbers, NaN where one is missing, or a list of text, "" likewise.
  Columns(const std::vector<std::string>& names, const pybind11::list& columns,
          std::vector<std::string> categorical);
};

/// Points for a model, from Columns or from an array of its features.
Matrix points_for(const Model& model, const pybind11::object& data);

}  // namespace tkl::python
