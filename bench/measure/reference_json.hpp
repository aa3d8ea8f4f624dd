#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "measure/reference.hpp"

namespace tkl::bench {

inline nlohmann::ordered_json to_json(const Reference& reference) {
  if (reference.outcome == Reference::Outcome::out_of_time) {
    return {{"seconds", {reference.seconds}}, {"outcome", "out of time"}, {"gaps", reference.gaps}};
  }
  const bool reached = reference.outcome == Reference::Outcome::reached;
  return {{"seconds", {reference.seconds}},
          {"outcome", reached ? "reached" : "fell short"},
          {"gap", reference.objectives.relative_gap()},
          {"tolerance", reference.setting.tolerance},
          {"shrinking", reference.setting.shrinking},
          {"gaps", reference.gaps}};
}

/// One more sample of the reference's time. A run that was stopped would only be stopped again.
inline void append_run(std::vector<double>& seconds, LibsvmSolver& solver,
                       const Reference& reference, double limit) {
  if (reference.outcome == Reference::Outcome::out_of_time) {
    seconds.assign(1, limit);
    return;
  }
  const auto run = solver.run(reference.setting, limit);
  seconds.push_back(run ? run->seconds : limit);
}

}  // namespace tkl::bench
