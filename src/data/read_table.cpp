#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include "data/csv.hpp"
#include "data/libsvm.hpp"
#include "data/message.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

std::string read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw internal::error_in(file.string(), "this is a directory; name a data file");
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    const bool exists = std::filesystem::exists(file, ignored);
    throw internal::error_in(file.string(), exists
                                                ? "the file cannot be read; check its permissions"
                                                : "there is no such file; check the path");
  }
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (stream.bad()) throw internal::error_in(file.string(), "reading the file failed; try again");
  return text;
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

void refuse_nul_bytes(std::string_view text, const std::string& source) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return;
  const auto breaks =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n');
  throw internal::error_at(
      source, static_cast<std::size_t>(breaks) + 1,
      "a NUL byte; expected UTF-8 text (if this is UTF-16, save it as UTF-8; a "
      "binary file cannot be read)");
}

Format detect_format(std::string_view text, const std::string& source) {
  constexpr std::array<std::string_view, 3> libsvm = {".libsvm", ".svm", ".svmlight"};
  constexpr std::array<std::string_view, 3> csv = {".csv", ".tsv", ".tab"};
  const std::string extension = std::filesystem::path(source).extension().string();
  if (std::find(libsvm.begin(), libsvm.end(), extension) != libsvm.end()) return Format::libsvm;
  if (std::find(csv.begin(), csv.end(), extension) != csv.end()) return Format::csv;
  return internal::looks_like_libsvm(text) ? Format::libsvm : Format::csv;
}

}  // namespace

Table read_table(const std::filesystem::path& file, const ReadOptions& options) {
  return parse_table(read_text(file), file.string(), options);
}

Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options) {
  text = without_byte_order_mark(text);
  refuse_nul_bytes(text, source);
  const Format format =
      options.format == Format::automatic ? detect_format(text, source) : options.format;
  if (format == Format::csv) return internal::parse_csv(text, source, options.header);
  if (options.header == Header::present) {
    throw internal::error_in(source, "a LIBSVM file has no header; read it without one, or as CSV");
  }
  return internal::parse_libsvm(text, source);
}

}  // namespace tkl
