#pragma once

#include <string>

#include "tkl/select.hpp"

namespace tkl {

/// All that the fits of a search depend on, but for what is in their names (Evaluator): two searches with
/// the same fingerprint can share what their fits found.
std::string search_fingerprint(const Dataset& data, const FitOptions& base,
                               const SelectOptions& options);

}  // namespace tkl
