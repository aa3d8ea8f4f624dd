#pragma once

#include <optional>
#include <string>

#include "tkl/model.hpp"
#include "tkl/table.hpp"

namespace tkl::cli {

/// The target of one row as Model::predict would spell it, -1 for a class that the model does not
/// know; nothing if the field says that the target is not known.
std::optional<double> known_target(const Model& model, const Table& table, std::size_t row,
                                   const std::string& field);

}  // namespace tkl::cli
