// In place of src/data/parse_number.cpp: emscripten's standard library has neither from_chars nor
// to_chars for doubles. Here only labels of the examples are read, and only messages written.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tkl/table.hpp"

namespace tkl {

std::optional<double> parse_number(std::string_view field) {
  const std::string text(field);
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size()) return std::nullopt;
  return value;
}

std::string format_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.15g", value);
  return text.data();
}

}  // namespace tkl
