#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tkl {

/// Writes a file piece by piece so that a failure or a crash leaves the old one untouched: to a
/// temporary file beside it, which commit() flushes to disk and renames, and which is removed if
/// that does not happen. Pipes and devices are written directly. Throws an Error that names the
/// file and the reason.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& file);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  FileWriter(FileWriter&&) = delete;
  FileWriter& operator=(FileWriter&&) = delete;

  void write(std::string_view piece);
  void commit();

  /// What a program that a signal ends has to remove; empty for pipes and devices.
  const std::string& temporary() const { return temporary_; }

 private:
  void open_directly();
  void open_temporary();

  std::filesystem::path target_;
  std::string temporary_;
  int descriptor_ = -1;
};

/// Writes a whole file in this way.
void write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace tkl
