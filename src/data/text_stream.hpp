#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tkl::internal {

/// The characters of a text file, from its beginning to its end, of which only a block at a time is
/// in memory. Skips a byte order mark; throws an Error at a NUL byte.
class TextStream {
 public:
  static constexpr std::size_t usual_block = std::size_t{1} << 18U;

  explicit TextStream(const std::filesystem::path& file, std::size_t block_size = usual_block);
  /// The text must stay where it is.
  TextStream(std::string_view text, std::string source);
  TextStream(const TextStream&) = delete;
  TextStream& operator=(const TextStream&) = delete;
  TextStream(TextStream&&) = delete;
  TextStream& operator=(TextStream&&) = delete;
  ~TextStream() = default;

  const std::string& source() const { return source_; }

  bool at_end() { return position_ == window_.size() && !read_block(); }
  /// Not at the end, as the next.
  char front() const { return window_[position_]; }
  void advance() { ++position_; }
  bool starts_with(std::string_view start);

  /// Removes the front line, without its line break; false at the end.
  bool take_line(std::string& line);

  /// What `look` finds in the text before any of it has been used. A pipe cannot be read twice, so
  /// of a pipe all that was looked at is kept.
  template <class Look>
  auto look_ahead(const Look& look) {
    keeps_ = !seekable_;
    auto found = look(*this);
    keeps_ = false;
    return_to_beginning();
    return found;
  }

 private:
  bool read_block();
  void return_to_beginning();
  void skip_byte_order_mark();
  void refuse_nul_bytes(std::string_view block);

  std::string source_;
  std::ifstream file_;
  std::size_t block_size_ = 0;
  bool seekable_ = false;
  bool keeps_ = false;
  std::string buffer_;
  std::string_view window_;  // what is in memory of the text
  std::size_t position_ = 0;
  std::size_t breaks_ = 0;  // line breaks up to the end of the window
};

}  // namespace tkl::internal
