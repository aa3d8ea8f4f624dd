#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tkl::internal {

/// x1, x2, …: the names of columns that nobody named.
inline std::vector<std::string> numbered_names(std::size_t count) {
  std::vector<std::string> names;
  names.reserve(count);
  for (std::size_t i = 1; i <= count; ++i) names.push_back('x' + std::to_string(i));
  return names;
}

}  // namespace tkl::internal
