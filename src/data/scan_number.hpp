#pragma once

#include <string_view>

namespace tkl::internal {

/// parse_number() with the reason of a refusal.
struct NumberScan {
  enum class Outcome { number, too_large, no_number };
  Outcome outcome = Outcome::no_number;
  double value = 0.0;
};

NumberScan scan_number(std::string_view field);

}  // namespace tkl::internal
