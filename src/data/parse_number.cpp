#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

#include "data/scan_number.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

bool starts_like_a_number(std::string_view unsigned_text) {
  if (unsigned_text.empty()) return false;
  const char first = unsigned_text.front();
  return first == '.' || (first >= '0' && first <= '9');
}

/// The exponent after the e; far beyond any double if it does not even fit an integer.
long long written_exponent(std::string_view exponent) {
  if (exponent.starts_with('+')) exponent.remove_prefix(1);
  constexpr long long huge = std::numeric_limits<long long>::max() / 4;
  long long value = 0;
  const auto result = std::from_chars(exponent.data(), exponent.data() + exponent.size(), value);
  const bool unusable = result.ec != std::errc() || value > huge || value < -huge;
  if (!unusable) return value;
  return exponent.starts_with('-') ? -huge : huge;
}

/// from_chars reports a number out of range alike whether it is too large or too close to zero.
bool is_closer_to_zero_than_one(std::string_view unsigned_number) {
  const std::size_t e = std::min(unsigned_number.find_first_of("eE"), unsigned_number.size());
  const std::string_view mantissa = unsigned_number.substr(0, e);
  const auto point = static_cast<long long>(std::min(mantissa.find('.'), mantissa.size()));
  const auto leading = static_cast<long long>(mantissa.find_first_not_of("0."));
  const long long exponent =
      e < unsigned_number.size() ? written_exponent(unsigned_number.substr(e + 1)) : 0;
  return point - leading + exponent <= 0;
}

}  // namespace

internal::NumberScan internal::scan_number(std::string_view field) {
  using Outcome = NumberScan::Outcome;
  const bool negative = field.starts_with('-');
  if (negative || field.starts_with('+')) field.remove_prefix(1);
  // from_chars would also take "inf", "nan" and a second sign.
  if (!starts_like_a_number(field)) return {};

  double magnitude = 0.0;
  const char* const end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, magnitude);
  if (stop != end || error == std::errc::invalid_argument) return {};
  if (error == std::errc::result_out_of_range) {
    if (!is_closer_to_zero_than_one(field)) return {Outcome::too_large, 0.0};
    magnitude = 0.0;
  }
  if (std::isinf(magnitude)) return {Outcome::too_large, 0.0};
  return {Outcome::number, negative ? -magnitude : magnitude};
}

std::optional<double> parse_number(std::string_view field) {
  const internal::NumberScan scan = internal::scan_number(field);
  if (scan.outcome != internal::NumberScan::Outcome::number) return std::nullopt;
  return scan.value;
}

std::string format_number(double value) {
  constexpr double whole_numbers_are_exact = 1e15;
  const bool whole = std::abs(value) < whole_numbers_are_exact && value == std::trunc(value);
  std::array<char, 32> text{};
  char* const end = text.data() + text.size();
  const auto result = whole ? std::to_chars(text.data(), end, value, std::chars_format::fixed)
                            : std::to_chars(text.data(), end, value);
  return {text.data(), result.ptr};
}

}  // namespace tkl
