#pragma once

#include <chrono>
#include <string>

#include "tkl/learn.hpp"

namespace tkl::cli {

/// Shows on stderr how work goes on: on a terminal one line that is rewritten in place,
/// elsewhere at most one line a second, and the last.
class ProgressDisplay {
 public:
  explicit ProgressDisplay(bool quiet);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;
  ProgressDisplay(ProgressDisplay&&) = delete;
  ProgressDisplay& operator=(ProgressDisplay&&) = delete;

  /// Put in front of all lines from now on.
  void set_prefix(const std::string& prefix) { prefix_ = prefix; }

  void show(const Progress& progress);
  void show(const std::string& text);

  /// Ends the line, so that something else can be written to stderr.
  void finish();

 private:
  void rewrite(const std::string& line);
  void print(const std::string& line);

  bool quiet_;
  bool on_terminal_;
  std::string prefix_;
  std::string pending_;    // shown later, if nothing newer comes
  std::size_t shown_ = 0;  // length of the line on the terminal
  std::chrono::steady_clock::time_point last_;
};

}  // namespace tkl::cli
