#pragma once

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tkl::testing {

namespace fs = std::filesystem;

inline std::string read_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_bytes(const fs::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

/// A directory that lives as long as the object.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "tkl-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const fs::path& path() const { return path_; }
  fs::path operator/(const std::string& name) const { return path_ / name; }

  /// Every file, by name, with its content.
  std::map<std::string, std::string> snapshot() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(path_)) {
      files[entry.path().string()] = entry.is_regular_file() ? read_bytes(entry.path()) : "";
    }
    return files;
  }

 private:
  fs::path path_;
};

using Words = std::vector<std::string>;

struct Outcome {
  int code = -1;  ///< the exit code, or 1000 + the signal that ended the program
  std::string out;
  std::string err;
  long peak_kilobytes = 0;  ///< of memory
};

/// The program, running in `directory`.
class Process {
 public:
  Process(const fs::path& directory, const Words& words, const std::string& out_file = {})
      : out_(out_file.empty() ? (streams_ / "out").string() : out_file),
        err_((streams_ / "err").string()) {
    std::string executable = TKL_EXECUTABLE;
    std::vector<std::string> copies = words;
    std::vector<char*> arguments = {executable.data()};
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);

    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, out_.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addchdir_np(&actions, directory.c_str());
    // Whoever runs the tests in the background may have made us ignore SIGINT.
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    sigset_t defaults{};
    sigemptyset(&defaults);
    for (const int number : {SIGINT, SIGTERM}) sigaddset(&defaults, number);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    const int error =
        posix_spawn(&pid_, executable.c_str(), &actions, &attributes, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) throw std::runtime_error("cannot start " + executable);
  }
  ~Process() {
    if (running_) {
      kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const { kill(pid_, signal); }

  /// Waits until stderr has this text; false if it has not within a minute.
  bool wait_for(const std::string& text) const {
    for (int i = 0; i < 6000; ++i) {
      if (read_bytes(err_).find(text) != std::string::npos) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  Outcome wait() {
    int status = 0;
    rusage usage{};
    wait4(pid_, &status, 0, &usage);
    running_ = false;
    Outcome outcome;
    outcome.peak_kilobytes = usage.ru_maxrss;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    if (fs::is_regular_file(out_)) outcome.out = read_bytes(out_);
    outcome.err = read_bytes(err_);
    return outcome;
  }

 private:
  TemporaryDirectory streams_;
  std::string out_;
  std::string err_;
  pid_t pid_ = 0;
  bool running_ = true;
};

inline Outcome run(const TemporaryDirectory& directory, const Words& words) {
  return Process(directory.path(), words).wait();
}

inline std::size_t count_lines(const std::string& text) {
  std::size_t lines = 0;
  for (const char c : text) lines += c == '\n' ? 1U : 0U;
  return lines;
}

}  // namespace tkl::testing
