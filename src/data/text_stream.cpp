#include "data/text_stream.hpp"

#include <algorithm>
#include <system_error>
#include <utility>

#include "data/message.hpp"

namespace tkl::internal {
namespace {

std::ifstream open(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw error_in(file.string(), "this is a directory; name a data file");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const bool exists = std::filesystem::exists(file, ignored);
    throw error_in(file.string(), exists ? "the file cannot be read; check its permissions"
                                         : "there is no such file; check the path");
  }
  return stream;
}

std::size_t count_breaks(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TextStream::TextStream(const std::filesystem::path& file, std::size_t block_size)
    : source_(file.string()), file_(open(file)), block_size_(block_size) {
  std::error_code ignored;
  seekable_ = std::filesystem::is_regular_file(file, ignored);
  skip_byte_order_mark();
}

TextStream::TextStream(std::string_view text, std::string source)
    : source_(std::move(source)), window_(text) {
  refuse_nul_bytes(text);
  skip_byte_order_mark();
}

bool TextStream::starts_with(std::string_view start) {
  while (window_.size() - position_ < start.size() && read_block()) {
  }
  return window_.substr(position_).starts_with(start);
}

bool TextStream::take_line(std::string& line) {
  if (at_end()) return false;
  line.clear();
  bool complete = false;
  while (!complete && !at_end()) {
    const std::string_view rest = window_.substr(position_);
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    line.append(rest.substr(0, length));
    complete = length < rest.size();
    position_ += length + (complete ? 1 : 0);
  }
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

bool TextStream::read_block() {
  if (!file_.is_open() || file_.eof()) return false;
  if (!keeps_) {
    buffer_.erase(0, position_);
    position_ = 0;
  }
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + block_size_);
  file_.read(buffer_.data() + kept, static_cast<std::streamsize>(block_size_));
  buffer_.resize(kept + static_cast<std::size_t>(file_.gcount()));
  window_ = buffer_;
  if (file_.bad()) throw error_in(source_, "reading the file failed; try again");
  refuse_nul_bytes(window_.substr(kept));
  return buffer_.size() > kept;
}

void TextStream::return_to_beginning() {
  if (seekable_) {
    file_.clear();
    file_.seekg(0);
    buffer_.clear();
    window_ = {};
    breaks_ = 0;
  }
  position_ = 0;
  skip_byte_order_mark();
}

void TextStream::skip_byte_order_mark() {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (starts_with(mark)) position_ += mark.size();
}

void TextStream::refuse_nul_bytes(std::string_view block) {
  const std::size_t nul = block.find('\0');
  if (nul != std::string_view::npos) {
    throw error_at(source_, breaks_ + count_breaks(block.substr(0, nul)) + 1,
                   "a NUL byte; expected UTF-8 text (if this is UTF-16, save it as UTF-8; a "
                   "binary file cannot be read)");
  }
  breaks_ += count_breaks(block);
}

}  // namespace tkl::internal
