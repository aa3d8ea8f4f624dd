#include "signals.hpp"

#include <atomic>
#include <csignal>

#include <unistd.h>

namespace tkl::cli {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void request_stop(int /*signal*/) {
  stop = true;
  static_cast<void>(std::signal(SIGINT, SIG_DFL));
  static_cast<void>(std::signal(SIGTERM, SIG_DFL));
}

std::atomic<const char*> file_to_remove = nullptr;
static_assert(std::atomic<const char*>::is_always_lock_free);

extern "C" void remove_and_stop(int signal) {
  ::unlink(file_to_remove);
  static_cast<void>(std::signal(signal, SIG_DFL));
  static_cast<void>(std::raise(signal));
}

/// Unless the parent made us ignore it.
void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

}  // namespace

void catch_stop_signals() {
  for (const int number : {SIGINT, SIGTERM}) handle(number, request_stop);
}

bool stop_requested() { return stop; }

void remove_on_stop_signals(const std::string& file) {
  static const std::string path = file;  // as long as a signal may come
  file_to_remove = path.c_str();
  for (const int number : {SIGHUP, SIGINT, SIGTERM}) handle(number, remove_and_stop);
}

}  // namespace tkl::cli
