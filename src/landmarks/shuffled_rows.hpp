#pragma once

#include <cstdint>

#include "tkl/matrix.hpp"

namespace tkl {

/// Where a row stands in a random order of all rows, from 0 to 1. It depends on nothing but the number
/// of the row and the seed: whoever holds the row, with whatever others, knows its place.
inline double place_of_row(Index row, std::uint64_t seed) {
  // The finaliser of SplitMix64: neighbours become strangers.
  std::uint64_t bits = static_cast<std::uint64_t>(row) + 0x9e3779b97f4a7c15U * (seed + 1);
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
  bits ^= bits >> 31U;
  return static_cast<double>(bits >> 11U) * 0x1p-53;
}

}  // namespace tkl
