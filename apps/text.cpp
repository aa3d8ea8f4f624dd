#include "text.hpp"

#include <cstdio>

namespace tkl::cli {

void hint(const std::string& message) { std::fprintf(stderr, "tkl: hint: %s\n", message.c_str()); }

void warn(const std::string& message) {
  std::fprintf(stderr, "tkl: warning: %s\n", message.c_str());
}

}  // namespace tkl::cli
