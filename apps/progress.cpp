#include "progress.hpp"

#include <algorithm>
#include <cstdio>

#include <sys/ioctl.h>
#include <unistd.h>

#include "tkl/describe.hpp"

namespace tkl::cli {

namespace {

std::string describe(const Progress& progress) {
  const Bounds& bounds = progress.bounds;
  return "iteration " + std::to_string(bounds.iteration) + "  upper " + short_number(bounds.upper) +
         "  lower " + short_number(bounds.lower) + "  gap " +
         printf_text("%.1e", bounds.relative_gap()) + "  support vectors " +
         std::to_string(progress.support_vectors) + "  " + printf_text("%.1f s", progress.seconds);
}

std::size_t terminal_width() {
  winsize size{};
  constexpr std::size_t usual = 80;
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : usual;
}

}  // namespace

ProgressDisplay::ProgressDisplay(bool quiet)
    : quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressDisplay::~ProgressDisplay() { finish(); }

void ProgressDisplay::show(const Progress& progress) { show(describe(progress)); }

void ProgressDisplay::show(const std::string& text) {
  if (quiet_) return;
  const std::string line = prefix_ + text;
  if (on_terminal_) return rewrite(line);
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < std::chrono::seconds(1)) {
    pending_ = line;
    return;
  }
  last_ = now;
  print(line);
}

void ProgressDisplay::finish() {
  if (shown_ > 0) std::fputs("\n", stderr);
  shown_ = 0;
  if (!pending_.empty()) print(pending_);
}

void ProgressDisplay::rewrite(const std::string& line) {
  // The last column stays free: some terminals wrap as soon as it is written to.
  std::string text = line.substr(0, terminal_width() - 1);
  const std::size_t length = text.size();
  text.resize(std::max(length, std::min(shown_, terminal_width() - 1)), ' ');
  std::fprintf(stderr, "\r%s", text.c_str());
  std::fflush(stderr);
  shown_ = length;
}

void ProgressDisplay::print(const std::string& line) {
  std::fprintf(stderr, "%s\n", line.c_str());
  pending_.clear();
}

}  // namespace tkl::cli
