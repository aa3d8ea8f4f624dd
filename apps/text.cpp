#include "text.hpp"

#include <cstdio>

namespace tkl::cli {

void warn(const std::string& message) {
  std::fprintf(stderr, "tkl: warning: %s\n", message.c_str());
}

}  // namespace tkl::cli
