#pragma once

#include <optional>

#include "command.hpp"
#include "tkl/select.hpp"

namespace tkl::cli {

/// Whether and how train searches for the settings that were not given.
struct SelectionOptions {
  std::optional<Strategy> strategy = Strategy::automatic;  ///< unset: --select none
  SelectOptions select{};
  bool codes = true;         ///< features of a few whole numbers may be taken for codes
  bool reliability = false;  ///< cross-validate once even if nothing is to be searched for
};

void add_selection_options(Command& command, SelectionOptions& options);

/// After command.parse(): which settings were given, and what excludes what.
void settle_selection_options(const Command& command, SelectionOptions& options);

}  // namespace tkl::cli
