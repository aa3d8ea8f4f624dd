#include "model/model_package.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "tkl/error.hpp"

namespace tkl {

namespace {

static_assert(std::endian::native == std::endian::little,
              "the model file is written as the machine stores numbers");

constexpr std::string_view magic = "tkl-model ";
constexpr std::size_t magic_size = 12;  // with the number of the format and the end of the line

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001b3U;
  }
  return hash;
}

void append_number(std::string& bytes, std::uint64_t value) {
  std::array<char, sizeof value> raw{};
  std::memcpy(raw.data(), &value, sizeof value);
  bytes.append(raw.data(), raw.size());
}

std::uint64_t read_number(std::string_view bytes, std::size_t offset) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

}  // namespace

std::string pack(nlohmann::json description, const ArrayWriter& arrays, int format) {
  description["arrays"] = arrays.shapes();
  const std::string header = description.dump();
  std::string bytes = std::string(magic) + std::to_string(format) + "\n";
  append_number(bytes, header.size());
  append_number(bytes, arrays.bytes().size() / sizeof(double));
  bytes += header;
  bytes += arrays.bytes();
  append_number(bytes, checksum(bytes));
  return bytes;
}

Package unpack(std::string_view bytes, const std::string& source) {
  constexpr std::size_t number = sizeof(std::uint64_t);
  const std::size_t start = magic_size + 2 * number;
  if (!bytes.starts_with(magic)) throw Error(source + ": not a tkl model");
  const std::string_view start_of_file = bytes.substr(0, magic_size);
  const bool is_known = start_of_file == "tkl-model 3\n" || start_of_file == "tkl-model 4\n" ||
                        start_of_file == "tkl-model 5\n" || start_of_file == "tkl-model 6\n";
  if (!is_known) {
    const std::string_view version = bytes.substr(magic.size(), 8);
    throw Error(source + ": written by a different version of tkl (model format " +
                std::string(version.substr(0, version.find('\n'))) +
                ", this program reads formats 3 to 6); upgrade tkl or train again");
  }
  const auto damaged = [&] {
    return Error(source + ": the model file is damaged or truncated; copy it again or train again");
  };
  if (bytes.size() < start + number) throw damaged();
  const std::uint64_t header_size = read_number(bytes, magic_size);
  const std::uint64_t doubles = read_number(bytes, magic_size + number);
  const std::uint64_t room = bytes.size() - start - number;
  if (header_size > room || doubles != (room - header_size) / sizeof(double) ||
      (room - header_size) % sizeof(double) != 0) {
    throw damaged();
  }
  if (read_number(bytes, bytes.size() - number) !=
      checksum(bytes.substr(0, bytes.size() - number))) {
    throw damaged();
  }
  return {bytes.substr(start, header_size),
          bytes.substr(start + header_size, doubles * sizeof(double))};
}

}  // namespace tkl
