#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace {

/// The first byte chooses the options, the rest is the file.
tkl::ReadOptions choose_options(std::uint8_t byte) {
  return {static_cast<tkl::Format>(byte % 3), static_cast<tkl::Header>(byte / 3 % 3)};
}

void train(const tkl::Table& table) {
  tkl::Dataset data;
  try {
    data = tkl::to_dataset(table);
  } catch (const tkl::Error&) {
    return;
  }
  // What the reader lets through must be fit to learn from, so an Error here is a finding.
  tkl::validate(data);
  const auto prediction = tkl::to_prediction_data(table, data.feature_names, data.target_name);
  if (prediction.points != data.points || !prediction.target) __builtin_trap();
}

/// Row by row the text has the same rows.
void read_by_rows(std::string_view text, const tkl::ReadOptions& options, const tkl::Table& table) {
  tkl::TableReader reader(text, "fuzz", options);
  std::size_t row = 0;
  for (; const auto piece = reader.next(1); ++row) {
    if (row >= table.lines.size() || piece->lines != std::vector{table.lines[row]}) {
      __builtin_trap();
    }
    for (std::size_t j = 0; j < piece->columns.size(); ++j) {
      if (piece->columns[j][0] != table.columns[j][row]) __builtin_trap();
    }
  }
  if (row != table.lines.size()) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  // A dozen bytes of LIBSVM text can rightly ask for 100000 zeros: a long input would only find the
  // fuzzer's own limit of memory.
  constexpr std::size_t longest = 512;
  if (size == 0 || size > longest) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const tkl::ReadOptions options = choose_options(bytes[0]);
  tkl::Table table;
  try {
    table = tkl::parse_table(text, "fuzz", options);
  } catch (const tkl::Error&) {
    return 0;
  }
  read_by_rows(text, options, table);
  train(table);
  return 0;
}
