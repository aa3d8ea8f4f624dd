#include "tkl/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tkl/error.hpp"

namespace tkl {

Threads::Threads() : count_(std::max(1, static_cast<int>(std::thread::hardware_concurrency()))) {}

Threads::Threads(int count) : count_(count) {
  if (count < 1) {
    throw Error("the number of threads must be at least 1, not " + std::to_string(count));
  }
}

void Threads::for_each(Index pieces, const std::function<void(Index)>& body) const {
  std::atomic<Index> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    for (Index piece = next++; piece < pieces; piece = next++) {
      try {
        body(piece);
      } catch (...) {
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
        next = pieces;
      }
    }
  };
#ifdef __EMSCRIPTEN__
  work();  // A page has threads only if its server sends special headers; ours may have no server.
#else
  {
    std::vector<std::jthread> helpers;
    const Index wanted = std::min<Index>(count_, pieces) - 1;
    try {
      for (Index i = 0; i < wanted; ++i) helpers.emplace_back(work);
    } catch (const std::system_error&) {
      // The system grants no more threads; those there are do all the work.
    }
    work();
  }
#endif
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tkl
