#include "select/possible_codes.hpp"

#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "select/learn_scales.hpp"

namespace tkl {

namespace {

constexpr std::size_t fewest_values = 3;  // two are the same to a kernel, as quantity or as names
constexpr std::size_t most_values = 12;
constexpr Index fewest_rows = 5;   // of a level
constexpr Index most_levels = 50;  // of all codes: every kernel has to carry them

/// Nothing if the values are not whole, too few or too many.
std::optional<Code> code_of(const Matrix& points, Index feature) {
  std::map<double, Index> rows;
  for (const double value : points.col(feature)) {
    if (value != std::floor(value)) return std::nullopt;
    ++rows[value];
    if (rows.size() > most_values) return std::nullopt;
  }
  if (rows.size() < fewest_values) return std::nullopt;
  std::vector<double> levels;
  for (const auto& [value, count] : rows) {
    if (count >= fewest_rows) levels.push_back(value);
  }
  if (levels.empty()) return std::nullopt;
  return Code{feature, Eigen::Map<const Vector>(levels.data(), std::ssize(levels))};
}

}  // namespace

std::vector<Code> possible_codes(const Dataset& data) {
  std::vector<Code> codes;
  for (Index j = 0; j < data.features(); ++j) {
    if (std::optional<Code> code = code_of(data.points, j)) codes.push_back(std::move(*code));
  }
  if (data.features() + std::ssize(codes) > most_features_with_scales ||
      count_coordinates(0, codes) > most_levels) {
    codes.clear();
  }
  return codes;
}

}  // namespace tkl
