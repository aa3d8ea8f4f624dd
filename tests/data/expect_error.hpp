#pragma once

#include <string>

#include <gtest/gtest.h>

#include "tkl/error.hpp"

namespace tkl::testing {

/// The message of the Error that `action` throws; a failure of the test if it throws none.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no tkl::Error was thrown";
  return {};
}

inline ::testing::AssertionResult contains(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << '"' << text << "\" does not contain \"" << part << '"';
}

}  // namespace tkl::testing
