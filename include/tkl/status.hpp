#pragma once

#include <functional>
#include <string_view>

namespace tkl {

/// Why an iterative method returned. Whatever the status, the result is feasible and carries a
/// certified gap.
enum class Status {
  converged,        ///< the gap is below the tolerance
  iteration_limit,  ///< the allowed number of iterations is used up
  time_limit,       ///< the allowed time is used up
  interrupted,      ///< the caller asked to stop
  stalled           ///< rounding errors allow no further progress
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::converged: return "converged";
    case Status::iteration_limit: return "iteration limit";
    case Status::time_limit: return "time limit";
    case Status::interrupted: return "interrupted";
    case Status::stalled: return "stalled";
  }
  return "unknown";
}

/// Polled often during long computations; answering true makes them return the best they have.
using StopRequest = std::function<bool()>;

}  // namespace tkl
