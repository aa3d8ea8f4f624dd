#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/named_arrays.hpp"

namespace tkl {

/// The model file. All numbers little-endian.
///
///   "tkl-model 3\n"                12 bytes; 4 where the model has cells, 5 where it has codes,
///                                  6 where it has principal axes
///   header size, number of doubles  2 × uint64
///   header                          JSON: everything but the arrays, and the arrays' names and shapes
///   doubles                         the arrays, column by column, in the header's order
///   checksum                        uint64, FNV-1a of all bytes before it
///
/// Sizes are checked against the file's length before anything is allocated.
std::string pack(nlohmann::json description, const ArrayWriter& arrays, int format);

/// The parts of a file, as they stand in its bytes.
struct Package {
  std::string_view header;
  std::string_view doubles;
};

/// Throws an Error, which names the source, if these are not the bytes of a whole model file of
/// one of these formats.
Package unpack(std::string_view bytes, const std::string& source);

}  // namespace tkl
