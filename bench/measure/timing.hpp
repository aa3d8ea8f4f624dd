#pragma once

#include <algorithm>
#include <chrono>

namespace tkl::bench {

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// How often to repeat a run: short ones often, since they vary most, long ones a few times.
struct Repetitions {
  int least = 3;
  int most = 15;
  double budget = 10.0;  ///< seconds for all together

  int count(double seconds) const {
    const double affordable = std::min(budget / std::max(seconds, 1e-9), 1e6);
    if (seconds > budget) return 1;
    return std::clamp(static_cast<int>(affordable), least, std::max(least, most));
  }
};

}  // namespace tkl::bench
