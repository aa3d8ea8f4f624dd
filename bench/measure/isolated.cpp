#include "measure/isolated.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include <sched.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tkl::bench {

namespace {

void stay_on_this_core() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(sched_getcpu(), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

void die_after(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (seconds - static_cast<double>(timer.it_value.tv_sec)));
  setitimer(ITIMER_REAL, &timer, nullptr);
}

bool write_all(int file, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

std::string read_all(int file) {
  std::string bytes;
  std::array<char, 65536> buffer{};
  for (ssize_t count = 0; (count = read(file, buffer.data(), buffer.size())) > 0;) {
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return bytes;
}

[[noreturn]] void be_the_child(const Limits& limits, const std::function<std::string()>& work,
                               int answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (limits.one_core) stay_on_this_core();
  die_after(limits.seconds);
  bool done = false;
  try {
    const std::string bytes = work();
    // The limit is on the work, not on a parent that is slow to listen.
    die_after(0.0);
    done = write_all(answer, bytes);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tkl_measure: %s\n", error.what());
  }
  _exit(done ? 0 : 1);
}

}  // namespace

std::optional<std::string> run_isolated(const Limits& limits,
                                        const std::function<std::string()>& work) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe to a child process");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    close(ends[0]);
    be_the_child(limits, work, ends[1]);
  }
  close(ends[1]);
  std::string bytes = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return std::nullopt;
  if (status != 0) throw std::runtime_error("a measured run failed");
  return bytes;
}

}  // namespace tkl::bench
