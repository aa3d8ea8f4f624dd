#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

#include "tkl/matrix.hpp"

namespace tkl::report {

using Json = nlohmann::ordered_json;

/// A number that people read: exact, or null if it is not finite.
inline Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

/// A coordinate that is drawn: six digits are more than a screen has, and keep the page small.
Json drawn(double value);
Json drawn(const Vector& values);
/// Row by row.
Json drawn(const Matrix& values);

}  // namespace tkl::report
