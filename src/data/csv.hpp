#pragma once

#include <string>
#include <string_view>

#include "tkl/table.hpp"

namespace tkl::internal {

/// Text without byte order mark and NUL bytes, separated by commas, tabs or semicolons.
Table parse_csv(std::string_view text, const std::string& source, Header header);

}  // namespace tkl::internal
