#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace tkl::internal {

/// Random numbers that are the same everywhere: the standard fixes the bits of mt19937_64, but not
/// those of its distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  /// Uniform on [0, 1).
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  double uniform(double from, double to) { return from + (to - from) * uniform(); }

  /// Standard normal, by Box and Muller.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
  }

  /// Every order is as probable as any other.
  template <class Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i-- > 1;) {
      std::swap(values[i],
                values[static_cast<std::size_t>(uniform() * static_cast<double>(i + 1))]);
    }
  }

 private:
  std::mt19937_64 bits_;
};

}  // namespace tkl::internal
