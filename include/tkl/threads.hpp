#pragma once

#include <functional>

#include "tkl/matrix.hpp"

namespace tkl {

/// How many threads a computation may use. Work is cut into pieces that do not depend on that
/// number, and no piece shares a sum with another, so results are bit for bit the same for any
/// count. Threads live for one call: nothing survives that fork() could break.
class Threads {
 public:
  /// All hardware threads.
  Threads();
  /// Requires count >= 1.
  explicit Threads(int count);

  int count() const { return count_; }

  /// Calls body(0) … body(pieces - 1), each once, in any order. The first exception thrown by a
  /// body is rethrown here.
  void for_each(Index pieces, const std::function<void(Index)>& body) const;

 private:
  int count_;
};

}  // namespace tkl
