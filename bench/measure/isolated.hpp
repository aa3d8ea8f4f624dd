#pragma once

#include <functional>
#include <optional>
#include <string>

namespace tkl::bench {

struct Limits {
  double seconds = 120.0;
  bool one_core = false;  ///< whatever the work asks for
};

/// Runs the work in a child process and returns its answer, or nothing if the limit killed it. Every
/// run thus starts with the same memory, and a solver that takes no request to stop can be stopped.
/// Throws a std::runtime_error if the work itself fails.
std::optional<std::string> run_isolated(const Limits& limits,
                                        const std::function<std::string()>& work);

}  // namespace tkl::bench
