#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "tkl/matrix.hpp"

namespace tkl::bench {

// Numbers as bytes, for the way from one process to another of the same program.

inline std::string to_bytes(double value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

inline std::string to_bytes(const Vector& vector) {
  return to_bytes(static_cast<double>(vector.size())) +
         std::string(reinterpret_cast<const char*>(vector.data()),
                     sizeof(double) * static_cast<std::size_t>(vector.size()));
}

/// Takes them back in the same order.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  double number() {
    double value = 0.0;
    take(&value, sizeof value);
    return value;
  }
  Vector vector() {
    Vector values(static_cast<Index>(number()));
    take(values.data(), sizeof(double) * static_cast<std::size_t>(values.size()));
    return values;
  }
  std::string_view rest() const { return bytes_; }

 private:
  void take(void* to, std::size_t size) {
    std::memcpy(to, bytes_.substr(0, size).data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

}  // namespace tkl::bench
