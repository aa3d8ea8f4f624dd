#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace tkl::internal {

/// A file without a name, so that nothing is left of it however its owner ends. All calls throw an
/// Error that says what failed, where, and what to do.
class ScratchFile {
 public:
  /// The room is taken at once: a disk that is too full says so before any work is done.
  ScratchFile(const std::filesystem::path& folder, std::size_t bytes);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ScratchFile(ScratchFile&&) = delete;
  ScratchFile& operator=(ScratchFile&&) = delete;

  void write(std::size_t offset, const void* data, std::size_t bytes);
  /// Several threads may read at once.
  void read(std::size_t offset, void* data, std::size_t bytes) const;

 private:
  std::string folder_;
  int descriptor_ = -1;
};

}  // namespace tkl::internal
