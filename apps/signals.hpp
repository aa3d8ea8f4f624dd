#pragma once

#include <string>

namespace tkl::cli {

/// From now on the first SIGINT or SIGTERM only makes stop_requested() true, so that the best model
/// so far can be saved; the second ends the program as usual. Signals that the parent made us
/// ignore stay ignored.
void catch_stop_signals();

bool stop_requested();

/// From now on SIGHUP, SIGINT and SIGTERM end the program as usual, but remove this file first.
/// Unlike a flag this works at once, even while the program waits for its input. For one file.
void remove_on_stop_signals(const std::string& file);

}  // namespace tkl::cli
