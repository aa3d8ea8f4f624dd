#include <algorithm>
#include <array>
#include <utility>

#include "data/csv.hpp"
#include "data/libsvm.hpp"
#include "data/message.hpp"
#include "data/table_parser.hpp"
#include "data/text_stream.hpp"
#include "tkl/table.hpp"

namespace tkl {
namespace {

using internal::TableParser;
using internal::TextStream;

Format detect_format(TextStream& text) {
  constexpr std::array<std::string_view, 3> libsvm = {".libsvm", ".svm", ".svmlight"};
  constexpr std::array<std::string_view, 3> csv = {".csv", ".tsv", ".tab"};
  const std::string extension = std::filesystem::path(text.source()).extension().string();
  if (std::find(libsvm.begin(), libsvm.end(), extension) != libsvm.end()) return Format::libsvm;
  if (std::find(csv.begin(), csv.end(), extension) != csv.end()) return Format::csv;
  return text.look_ahead(internal::looks_like_libsvm) ? Format::libsvm : Format::csv;
}

std::unique_ptr<TableParser> make_parser(TextStream& text, const ReadOptions& options) {
  const Format format = options.format == Format::automatic ? detect_format(text) : options.format;
  if (format == Format::csv) return std::make_unique<internal::CsvParser>(text, options.header);
  if (options.header == Header::present) {
    throw internal::error_in(text.source(),
                             "a LIBSVM file has no header; read it without one, or as CSV");
  }
  return std::make_unique<internal::LibsvmParser>(text);
}

}  // namespace

TableReader::TableReader(const std::filesystem::path& file, const ReadOptions& options)
    : text_(std::make_unique<TextStream>(file)), parser_(make_parser(*text_, options)) {}

TableReader::TableReader(std::string_view text, const std::string& source,
                         const ReadOptions& options)
    : text_(std::make_unique<TextStream>(text, source)), parser_(make_parser(*text_, options)) {}

TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;
TableReader::~TableReader() = default;

std::optional<Table> TableReader::next(Index rows) {
  // Some tens of megabytes, whatever the number of columns.
  constexpr std::size_t most_fields = std::size_t{1} << 20U;
  Table table = parser_->next({static_cast<std::size_t>(std::max<Index>(rows, 1)), most_fields});
  if (table.lines.empty()) return std::nullopt;
  return table;
}

Table TableReader::rest() { return parser_->next({}); }

}  // namespace tkl
