#include "known_targets.hpp"

#include <algorithm>
#include <array>

#include "suggest.hpp"
#include "tkl/error.hpp"

namespace tkl::cli {

std::optional<double> known_target(const Model& model, const Table& table, std::size_t row,
                                   const std::string& field) {
  constexpr std::array<std::string_view, 5> missing = {"", "?", "NA", "NaN", "nan"};
  if (std::find(missing.begin(), missing.end(), field) != missing.end()) return std::nullopt;
  if (model.task == Task::classification) {
    constexpr double no_class = -1.0;
    const auto index = class_index(model.classes, field);
    return index ? static_cast<double>(*index) : no_class;
  }
  const auto number = parse_number(field);
  if (number) return number;
  throw Error(table.source + ":" + std::to_string(table.lines[row]) + ": the target " +
              quote(field) + " is not a finite number; correct it or leave it empty");
}

}  // namespace tkl::cli
