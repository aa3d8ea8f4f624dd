#pragma once

#include <optional>

#include "measure/setup.hpp"

namespace tkl::bench {

struct TimedFit {
  double seconds = 0.0;  ///< all of fit()
  PhaseSeconds phases;
  Model model;
};

/// One fit() in a process of its own; nothing if the limit was reached.
std::optional<TimedFit> timed_fit(const Settings& settings, const Dataset& data, int threads);

}  // namespace tkl::bench
