#pragma once

#include <cstddef>
#include <string>

#include "data/message.hpp"

namespace tkl::internal {

/// A few bytes of LIBSVM text can ask for any number of zeros, so a table has a largest size.
constexpr std::size_t most_features = 100'000;
constexpr std::size_t most_fields = 100'000'000;

inline void require_reasonable_size(const std::string& source, std::size_t rows,
                                    std::size_t columns) {
  if (columns == 0 || rows <= most_fields / columns) return;
  throw error_in(source, count_of(rows, "row") + " of " + count_of(columns, "column") +
                             " are more than the " + std::to_string(most_fields) +
                             " fields that a table may have; use fewer rows or fewer features");
}

}  // namespace tkl::internal
