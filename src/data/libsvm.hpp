#pragma once

#include <string>
#include <string_view>

#include "tkl/table.hpp"

namespace tkl::internal {

/// True if the first line that has more than a label reads `number index:number`.
bool looks_like_libsvm(std::string_view text);

/// Lines of `label index:value …` with ascending indices from 1; absent ones are 0. What follows a
/// # is a comment, and lines without a label are skipped.
Table parse_libsvm(std::string_view text, const std::string& source);

}  // namespace tkl::internal
