#pragma once

#include <string>

namespace tkl::cli {

/// `tkl: warning: …` on stderr.
void warn(const std::string& message);

}  // namespace tkl::cli
