#include "tkl/write_file.hpp"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tkl/error.hpp"

namespace tkl {

namespace {

namespace fs = std::filesystem;

Error failure(const fs::path& file, const std::string& what) {
  return Error(file.string() + ": " + what + ": " + std::strerror(errno));
}

void write_all(int descriptor, std::string_view content, const fs::path& file) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw failure(file, "cannot write");
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A file that is removed again unless it has been renamed to its final place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& target) : target_(target) {
    // Not mkstemp, whose files only the owner can read: a plain file has the mode of the umask.
    for (int attempt = 0; descriptor_ < 0; ++attempt) {
      const std::string name = ".tkl-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
      name_ = (target.parent_path() / name).string();
      descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor_ < 0 && errno != EEXIST) {
        throw failure(target, "cannot create a temporary file beside it");
      }
    }
  }
  ~TemporaryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  TemporaryFile(TemporaryFile&&) = delete;
  TemporaryFile& operator=(TemporaryFile&&) = delete;

  void write(std::string_view content) const { write_all(descriptor_, content, target_); }

  void move_into_place() {
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0) ::fchmod(descriptor_, old.st_mode & 07777U);
    if (::fsync(descriptor_) != 0) throw failure(target_, "cannot flush to disk");
    if (::rename(name_.c_str(), target_.c_str()) != 0) throw failure(target_, "cannot replace");
    renamed_ = true;
  }

 private:
  fs::path target_;
  std::string name_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

void write_directly(const fs::path& file, std::string_view content) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) throw failure(file, "cannot open for writing");
  try {
    write_all(descriptor, content, file);
  } catch (...) {
    ::close(descriptor);
    throw;
  }
  ::close(descriptor);
}

}  // namespace

void write_file(const fs::path& file, std::string_view content) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) throw Error(file.string() + ": is a directory; give a file name");
  if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(file, content);
  // Follow symbolic links: the link is to stay, its target to be replaced.
  const fs::path target = fs::exists(status) ? fs::canonical(file) : file;
  TemporaryFile temporary(target);
  temporary.write(content);
  temporary.move_into_place();
}

}  // namespace tkl
