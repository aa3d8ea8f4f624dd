#pragma once

#include <string>

namespace tkl::cli {

/// `tkl: warning: …` on stderr.
void hint(const std::string& message);
void warn(const std::string& message);

}  // namespace tkl::cli
