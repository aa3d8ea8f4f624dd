#include "data/scratch_file.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "tkl/error.hpp"

namespace tkl::internal {

namespace {

Error failure(const std::string& folder, const std::string& what, const std::string& why) {
  return Error(
      folder + ": " + what + ": " + why +
      "; choose another folder for scratch files (TMPDIR), or raise the memory limit until "
      "the rows fit into memory");
}

Error failure(const std::string& folder, const std::string& what) {
  return failure(folder, what, std::strerror(errno));
}

std::string megabytes(std::uintmax_t bytes) { return std::to_string(bytes / 1000000) + " MB"; }

/// Returns false with errno set if there is no room.
bool take_room(int descriptor, std::size_t bytes) {
#ifdef __linux__
  if (bytes == 0 || ::fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) == 0) return true;
  // A file system that cannot promise room may have it all the same.
  return errno == EOPNOTSUPP;
#else
  return ::ftruncate(descriptor, static_cast<off_t>(bytes)) == 0;
#endif
}

/// pread() or pwrite() until all is done. Returns false with errno set; a file that is too short is
/// an error of the device.
template <class Transfer, class Byte>
bool transfer_all(const Transfer& transfer, std::size_t offset, Byte* data, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t done = transfer(data, bytes, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done == 0) errno = EIO;
    if (done <= 0) return false;
    data += done;
    offset += static_cast<std::size_t>(done);
    bytes -= static_cast<std::size_t>(done);
  }
  return true;
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& folder, std::size_t bytes)
    : folder_(folder.string()) {
  const std::string room = "no room for " + megabytes(bytes) + " of rows";
  // Asked first: some file systems would take all that is left before they find that it is too little.
  std::error_code unknown;
  const std::filesystem::space_info space = std::filesystem::space(folder, unknown);
  if (!unknown && space.available < bytes) {
    throw failure(folder_, room, "only " + megabytes(space.available) + " are free");
  }
  std::string name = (folder / ".tkl-rows-XXXXXX").string();
  descriptor_ = ::mkstemp(name.data());
  if (descriptor_ < 0) throw failure(folder_, "cannot create a scratch file");
  ::unlink(name.c_str());
  ::fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
  if (take_room(descriptor_, bytes)) return;
  const int reason = errno;
  ::close(descriptor_);
  throw failure(folder_, room, std::strerror(reason));
}

ScratchFile::~ScratchFile() { ::close(descriptor_); }

void ScratchFile::write(std::size_t offset, const void* data, std::size_t bytes) {
  const auto transfer = [this](const char* from, std::size_t count, off_t where) {
    return ::pwrite(descriptor_, from, count, where);
  };
  if (transfer_all(transfer, offset, static_cast<const char*>(data), bytes)) return;
  throw failure(folder_, "cannot write to a scratch file");
}

void ScratchFile::read(std::size_t offset, void* data, std::size_t bytes) const {
  const auto transfer = [this](char* to, std::size_t count, off_t where) {
    return ::pread(descriptor_, to, count, where);
  };
  if (transfer_all(transfer, offset, static_cast<char*>(data), bytes)) return;
  throw failure(folder_, "cannot read a scratch file");
}

}  // namespace tkl::internal
