#include "tkl/table.hpp"

namespace tkl {

Table read_table(const std::filesystem::path& file, const ReadOptions& options) {
  return TableReader(file, options).rest();
}

Table parse_table(std::string_view text, const std::string& source, const ReadOptions& options) {
  return TableReader(text, source, options).rest();
}

}  // namespace tkl
