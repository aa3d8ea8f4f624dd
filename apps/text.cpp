#include "text.hpp"

#include <array>
#include <cmath>
#include <cstdio>

namespace tkl::cli {

std::string printf_text(const char* format, double value) {
  std::array<char, 400> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, value);
  return buffer.data();
}

std::string short_number(double value) {
  return std::isnan(value) ? "nan" : printf_text("%g", value);
}

void hint(const std::string& message) { std::fprintf(stderr, "tkl: hint: %s\n", message.c_str()); }

void warn(const std::string& message) {
  std::fprintf(stderr, "tkl: warning: %s\n", message.c_str());
}

}  // namespace tkl::cli
