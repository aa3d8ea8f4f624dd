#pragma once

#include <stdexcept>
#include <string>

namespace tkl::cli {

namespace exit_code {
inline constexpr int ok = 0;
inline constexpr int failure = 1;        ///< bad data, a bad model, not enough memory
inline constexpr int usage = 2;          ///< bad arguments
inline constexpr int interrupted = 130;  ///< as a shell reports a program ended by Ctrl-C
}  // namespace exit_code

/// The arguments make no sense; reported with a hint at --help.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace tkl::cli
