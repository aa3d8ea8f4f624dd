#pragma once

#include "select/last_fits.hpp"

namespace tkl {

/// Tries points until none is better, takes the best of them or a mean of several, and fits all rows with these.
SearchResult search(const SearchTask& task);

}  // namespace tkl
