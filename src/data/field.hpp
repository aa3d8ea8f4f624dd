#pragma once

#include <string>
#include <string_view>

namespace tkl::internal {

/// What a text field of a table can turn out to be.
enum class FieldKind { number, missing, infinite, too_large, text };

struct Field {
  FieldKind kind = FieldKind::text;
  double value = 0.0;  ///< meaningful for numbers only
};

/// Missing values are spelled as nothing, ?, NA, N/A, NaN or null, in the usual capitalisations.
Field read_field(std::string_view text);

/// Whether it would be a number with a decimal point in place of a comma.
bool has_decimal_comma(std::string_view text);

/// Why a field that is no number was refused, and what to do. `rule` says what the place wants,
/// e.g. "this column must be numeric".
std::string why_not_a_number(std::string_view text, const std::string& rule);

}  // namespace tkl::internal
