#pragma once

#include <string>

namespace tkl::cli {

/// The playground, if make playground had built it before the program was; else empty.
std::string playground_page();

}  // namespace tkl::cli
