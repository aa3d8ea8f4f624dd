#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string_view>

namespace tkl::internal {

/// The lines of a file that begin within a range of its bytes, some at a time.
class FilePart {
 public:
  /// Part k of n, of about the same number of bytes each; the parts of all k are the whole file.
  FilePart(const std::filesystem::path& file, int k, int n);

  std::size_t file_size() const { return size_; }

  /// Calls body(lines, offset) with whole lines of about `block` bytes and where they begin, until the
  /// part is read.
  void for_each_block(std::size_t block,
                      const std::function<void(std::string_view, std::size_t)>& body) const;

 private:
  /// Where the first line begins that does not begin before the offset.
  std::size_t line_start(std::size_t offset) const;

  std::filesystem::path file_;
  std::size_t size_;
  std::size_t begin_;
  std::size_t end_;
};

}  // namespace tkl::internal
