#pragma once

namespace tkl::cli {

/// From now on the first SIGINT or SIGTERM only makes stop_requested() true, so that the best model
/// so far can be saved; the second ends the program as usual. Signals that the parent made us
/// ignore stay ignored.
void catch_stop_signals();

bool stop_requested();

}  // namespace tkl::cli
