#include "tkl/write_file.hpp"

#include <cerrno>
#include <cstring>
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

}  // namespace

FileWriter::FileWriter(const fs::path& file) : target_(file) {
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) throw Error(file.string() + ": is a directory; give a file name");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    open_directly();
    return;
  }
  // Follow symbolic links: the link is to stay, its target to be replaced.
  if (fs::exists(status)) target_ = fs::canonical(file);
  open_temporary();
}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileWriter::open_directly() {
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw failure(target_, "cannot open for writing");
}

void FileWriter::open_temporary() {
  // Not mkstemp, whose files only the owner can read: a plain file has the mode of the umask.
  for (int attempt = 0; descriptor_ < 0; ++attempt) {
    const std::string name = ".tkl-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    const std::string path = (target_.parent_path() / name).string();
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) {
      temporary_ = path;
    } else if (errno != EEXIST) {
      throw failure(target_, "cannot create a temporary file beside it");
    }
  }
}

void FileWriter::write(std::string_view piece) {
  while (!piece.empty()) {
    const ssize_t written = ::write(descriptor_, piece.data(), piece.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw failure(target_, "cannot write");
    }
    piece.remove_prefix(static_cast<std::size_t>(written));
  }
}

void FileWriter::commit() {
  if (temporary_.empty()) return;
  struct stat old {};
  if (::stat(target_.c_str(), &old) == 0) ::fchmod(descriptor_, old.st_mode & 07777U);
  if (::fsync(descriptor_) != 0) throw failure(target_, "cannot flush to disk");
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) throw failure(target_, "cannot replace");
  temporary_.clear();
}

void write_file(const fs::path& file, std::string_view content) {
  FileWriter writer(file);
  writer.write(content);
  writer.commit();
}

}  // namespace tkl
