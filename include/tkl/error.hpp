#pragma once

#include <stdexcept>
#include <string>

namespace tkl {

/// Every failure that a caller can do something about: bad data, a bad parameter, a damaged file.
/// The message says what is wrong, where (file, line, column, option) and what to do about it.
/// Running out of iterations or time is no error: results carry a `Status` and a certified gap.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace tkl
