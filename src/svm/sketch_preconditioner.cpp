#include "svm/sketch_preconditioner.hpp"

#include <algorithm>
#include <cmath>

namespace tkl {

Index sketch_landmarks(Index rows, double memory) {
  constexpr Index most = 2000;
  constexpr Index fewest = 64;
  // Fewer iterations are worth a larger sketch, whose price grows as the square of landmarks.
  const auto balanced = static_cast<Index>(10.0 * std::sqrt(static_cast<double>(rows)));
  Index landmarks = std::clamp(std::min(balanced, rows / 8), Index{1}, most);
  const auto bytes = [&] {
    return sketch_memory(static_cast<double>(rows), static_cast<double>(landmarks));
  };
  while (landmarks > fewest && bytes() > memory) landmarks /= 2;
  return landmarks;
}

bool SketchPreconditioner::prepare(const std::vector<Index>& rows, double shift) {
  sketch_.reset();  // before there is another
  sketch_.emplace(K_, rows, shift, landmarks_);
  work_ += sketch_work(static_cast<double>(rows.size()), static_cast<double>(landmarks_));
  return sketch_->is_valid();
}

}  // namespace tkl
