#pragma once

#include <functional>

#include "tkl/status.hpp"

namespace tkl::python {

/// Runs a job that knows nothing of Python on a thread of its own. Meanwhile this thread gives the
/// GIL to others, and wakes now and then to answer signals and to call `on_tick`.
///
/// Only the thread that Python calls main can answer a signal, and the job's own threads may all be
/// busy; so neither of them is asked to. Ctrl-C makes the job's stop request answer true and nothing
/// more: what the job has so far is the caller's. Any other exception of a signal handler, or of
/// on_tick, stops the job too and is thrown once it has ended.
void run_in_background(const std::function<void(const StopRequest&)>& job,
                       const std::function<void()>& on_tick);

}  // namespace tkl::python
