#include "data/field.hpp"

#include <algorithm>
#include <array>

#include "data/message.hpp"
#include "data/scan_number.hpp"
#include "tkl/table.hpp"

namespace tkl::internal {
namespace {

bool spells_missing(std::string_view text) {
  constexpr std::array<std::string_view, 12> spellings = {
      "", "?", "NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "null", "NULL", "Null"};
  return std::find(spellings.begin(), spellings.end(), text) != spellings.end();
}

bool spells_infinity(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  std::string lower;
  for (const char c : text.substr(0, 9)) {
    lower += (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return lower == "inf" || lower == "infinity";
}

}  // namespace

bool has_decimal_comma(std::string_view text) {
  std::string with_point(text);
  std::replace(with_point.begin(), with_point.end(), ',', '.');
  return with_point != text && parse_number(with_point).has_value();
}

Field read_field(std::string_view text) {
  const NumberScan scan = scan_number(text);
  switch (scan.outcome) {
    case NumberScan::Outcome::number: return {FieldKind::number, scan.value};
    case NumberScan::Outcome::too_large: return {FieldKind::too_large, 0.0};
    case NumberScan::Outcome::no_number: break;
  }
  if (spells_missing(text)) return {FieldKind::missing, 0.0};
  if (spells_infinity(text)) return {FieldKind::infinite, 0.0};
  return {FieldKind::text, 0.0};
}

std::string why_not_a_number(std::string_view text, const std::string& rule) {
  switch (read_field(text).kind) {
    case FieldKind::missing:
      return (text.empty() ? "the value is missing" : quote(text) + " is a missing value") +
             "; there must be a number: fill one in or remove the row";
    case FieldKind::infinite:
      return quote(text) + " is infinite; give a finite number or remove the row";
    case FieldKind::too_large:
      return quote(text) + " is too large for a double precision number; use another unit";
    case FieldKind::number:
    case FieldKind::text: break;
  }
  if (has_decimal_comma(text)) {
    return quote(text) + " is not a number; write a decimal point instead of the comma";
  }
  return quote(text) + " is not a number; " + rule;
}

}  // namespace tkl::internal
