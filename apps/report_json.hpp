#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "options.hpp"
#include "tkl/matrix.hpp"

namespace tkl::cli {

/// A number, or null if it is not finite: JSON has no word for that.
nlohmann::ordered_json finite_or_null(double value);

nlohmann::ordered_json to_json(const Vector& values);
/// Row by row.
nlohmann::ordered_json to_json(const Matrix& values);

/// Positions of features, as people and other options count them.
std::vector<Index> counted_from_one(std::vector<Index> features);

/// All options of a training, as they were used.
nlohmann::ordered_json search_to_json(const SearchRecord& search);

nlohmann::ordered_json parameters_to_json(const TrainingOptions& options, Task task);

/// Prints the object as one line on stdout. Names may hold any bytes; those that are no UTF-8
/// are replaced.
void print_json(const nlohmann::ordered_json& object);

}  // namespace tkl::cli
