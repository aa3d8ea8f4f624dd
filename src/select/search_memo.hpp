#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "tkl/matrix.hpp"

namespace tkl {

/// What the fits of a search found, by their names, and every so many seconds on disk: a search that
/// was cut off asks again for the same fits, and those that are known cost nothing. Safe to use from
/// several threads.
class SearchMemo {
 public:
  /// Remembers while the process lives, and nothing else.
  SearchMemo() = default;

  /// Writes to the file, or does not if its name is empty. The fingerprint is of data and options.
  SearchMemo(std::filesystem::path file, double seconds, std::string fingerprint)
      : file_(std::move(file)), seconds_(seconds), fingerprint_(std::move(fingerprint)) {}

  /// Takes over what a file has, if it is there. Throws an Error if it is no such file, or of other
  /// data or options.
  void resume(const std::filesystem::path& file);

  std::optional<Vector> find(const std::string& name) const;

  /// Writes the file, unless all of it took less than the seconds between two writings.
  void save();

  /// Numbers that are not finite are not worth remembering. Writes the file if it is time to.
  void keep(const std::string& name, const Vector& numbers);

 private:
  using Clock = std::chrono::steady_clock;

  bool has_passed_since(Clock::time_point then) const;
  void write();

  std::filesystem::path file_;
  double seconds_ = 0.0;
  std::string fingerprint_;
  mutable std::mutex mutex_;
  std::map<std::string, Vector> known_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point last_ = begin_;
};

}  // namespace tkl
