#include "data/file_part.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "data/message.hpp"

namespace tkl::internal {

namespace {

std::size_t size_of(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) {
    throw error_in(file.string(), "there is no such file, or it cannot be read; check the path");
  }
  return size;
}

}  // namespace

FilePart::FilePart(const std::filesystem::path& file, int k, int n)
    : file_(file), size_(size_of(file)) {
  const auto cut = [&](int part) {
    return size_ / static_cast<std::size_t>(n) * static_cast<std::size_t>(part);
  };
  begin_ = k == 0 ? 0 : line_start(cut(k));
  end_ = k + 1 == n ? size_ : line_start(cut(k + 1));
}

std::size_t FilePart::line_start(std::size_t offset) const {
  std::ifstream stream(file_, std::ios::binary);
  // A line begins behind a line break, which may be the last byte before.
  stream.seekg(static_cast<std::streamoff>(offset - 1));
  std::size_t position = offset - 1;
  for (char c = 0; stream.get(c); ++position) {
    if (c == '\n') return position + 1;
  }
  return size_;
}

void FilePart::for_each_block(
    std::size_t block, const std::function<void(std::string_view, std::size_t)>& body) const {
  std::ifstream stream(file_, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(begin_));
  std::string text;
  std::size_t offset = begin_;  // of the text
  std::size_t next = begin_;    // to read
  while (next < end_) {
    const std::size_t kept = text.size();
    const std::size_t count = std::min(block, end_ - next);
    text.resize(kept + count);
    if (!stream.read(text.data() + kept, static_cast<std::streamsize>(count))) {
      throw error_in(file_.string(), "reading the file failed; is it being written?");
    }
    next += count;
    // The last line may go on.
    const std::size_t last_break = next == end_ ? text.size() - 1 : text.rfind('\n');
    if (last_break == std::string::npos) continue;
    body(std::string_view(text).substr(0, last_break + 1), offset);
    offset += last_break + 1;
    text.erase(0, last_break + 1);
  }
}

}  // namespace tkl::internal
