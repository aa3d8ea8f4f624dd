#include "background.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include <pybind11/pybind11.h>

namespace py = pybind11;

namespace tkl::python {

namespace {

constexpr std::chrono::milliseconds nap{50};

class Worker {
 public:
  explicit Worker(const std::function<void(const StopRequest&)>& job)
      : thread_([this, &job] {
          try {
            job([this] { return stop_.load(); });
          } catch (...) {
            failure_ = std::current_exception();
          }
          const std::lock_guard lock(mutex_);
          done_ = true;
          finished_.notify_one();
        }) {}

  void stop() { stop_ = true; }

  /// Is it done within a nap?
  bool wait() {
    const py::gil_scoped_release release;
    std::unique_lock lock(mutex_);
    return finished_.wait_for(lock, nap, [this] { return done_; });
  }

  const std::exception_ptr& failure() const { return failure_; }

 private:
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::exception_ptr failure_;
  std::jthread thread_;  // last: it uses the others
};

void answer_signals() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

}  // namespace

void run_in_background(const std::function<void(const StopRequest&)>& job,
                       const std::function<void()>& on_tick) {
  Worker worker(job);
  std::optional<py::error_already_set> raised;
  while (!worker.wait()) {
    if (raised) continue;
    try {
      answer_signals();
      on_tick();
    } catch (py::error_already_set& error) {
      raised.emplace(error);
      worker.stop();
    }
  }
  if (worker.failure()) std::rethrow_exception(worker.failure());
  if (raised && !raised->matches(PyExc_KeyboardInterrupt)) throw py::error_already_set(*raised);
}

}  // namespace tkl::python
