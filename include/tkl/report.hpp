#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tkl/model.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// The rows that a report looks at. All of it may be empty: a model alone can tell much.
struct ReportData {
  std::string name;  ///< what the page calls them, such as the file's name
  Matrix points;     ///< as Model::predict takes them
  /// One a row, as Model::predict spells it; NaN: not known, -1: a class that the model does not
  /// know. Empty: no row's is known.
  Vector target;
};

struct ReportOptions {
  std::string model_name = "model";  ///< what the page calls the model
  double coverage = 0.9;             ///< of the intervals that it draws
  std::uint64_t seed = 1;            ///< of the rows that are drawn where all would be too many
  Threads threads{};
};

/// Everything that the page shows, as one JSON object: its words, numbers and curves. Numbers that
/// are quoted are exact; coordinates of curves have six digits. Whatever the number of rows, no
/// picture has more than a few thousand marks; quality is that of all rows.
std::string report_json(const Model& model, const ReportData& data = {},
                        const ReportOptions& options = {});

/// The page: one HTML document that needs nothing else, neither network nor other files. Throws an
/// Error if the library was built without the page, see has_report_page().
std::string report_page(const Model& model, const ReportData& data = {},
                        const ReportOptions& options = {});

/// Whether node and npm were there when the library was built, to put the page together.
bool has_report_page();

}  // namespace tkl
