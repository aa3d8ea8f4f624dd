#pragma once

#include <chrono>
#include <utility>

#include "tkl/status.hpp"

namespace tkl {

/// How long a search has run, and what is left to it.
class SearchTime {
 public:
  SearchTime(StopRequest stop, double limit) : stop_(std::move(stop)), limit_(limit) {}

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double limit() const { return limit_; }
  double left() const { return limit_ - seconds(); }
  bool interrupted() const { return stop_ && stop_(); }

 private:
  using Clock = std::chrono::steady_clock;
  StopRequest stop_;
  double limit_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace tkl
