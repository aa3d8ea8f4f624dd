#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace tkl::testing {

/// The layout of a model file, written down a second time from its description: 12 bytes of magic,
/// the size of the header, the number of doubles, the header, the doubles, and FNV-1a of it all.
constexpr std::size_t magic_size = 12;
constexpr std::size_t header_start = magic_size + 16;

inline std::uint64_t fnv_1a(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  }
  return hash;
}

inline std::uint64_t number_at(std::string_view bytes, std::size_t offset) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

inline void put_number(std::string& bytes, std::size_t offset, std::uint64_t value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// A file of these parts with the right sizes and the right checksum.
inline std::string assemble(std::string_view header, std::string_view doubles) {
  std::string bytes("tkl-model 3\n");
  bytes.resize(header_start);
  put_number(bytes, magic_size, header.size());
  put_number(bytes, magic_size + 8, doubles.size() / 8);
  bytes += header;
  bytes += doubles;
  const std::uint64_t checksum = fnv_1a(bytes);
  bytes.resize(bytes.size() + 8);
  put_number(bytes, bytes.size() - 8, checksum);
  return bytes;
}

inline std::string header_of(std::string_view file) {
  return std::string(file.substr(header_start, number_at(file, magic_size)));
}

inline std::string doubles_of(std::string_view file) {
  const std::size_t begin = header_start + number_at(file, magic_size);
  return std::string(file.substr(begin, file.size() - 8 - begin));
}

}  // namespace tkl::testing
