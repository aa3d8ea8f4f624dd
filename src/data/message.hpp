#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/error.hpp"

namespace tkl::internal {

/// Text from a file as a message can show it: in quotes, control characters escaped, cut if long.
std::string quote(std::string_view text);

/// The texts quoted and separated by commas; only the first few if there are many.
std::string quote_list(const std::vector<std::string>& texts);

/// "1 row", "2 rows".
std::string count_of(std::size_t count, const std::string& noun);

/// `file: what` and `file:line: what`.
Error error_in(const std::string& source, const std::string& what);
Error error_at(const std::string& source, std::size_t line, const std::string& what);

}  // namespace tkl::internal
