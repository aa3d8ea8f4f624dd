#pragma once

#include <cstdint>
#include <vector>

#include "tkl/dataset.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// The rows that one member of a team has, and what it knows of all.
struct Shard {
  Dataset data;               ///< own rows of positive weight, in a random order of all rows
  std::vector<Index> number;  ///< of each row among all
  Vector place;               ///< of each row in the random order, ascending, from 0 to 1
  double rows = 0.0;          ///< of all members, of positive weight
  Index all_rows = 0;         ///< of all members, of any weight
};

/// `own` are the rows of the calling member, in the order of the ranks.
Shard make_shard(const Dataset& own, std::uint64_t seed, const Team& team);

/// Some of the rows of all members, in the random order: the same rows, whoever holds them.
struct Sample {
  Dataset data;
  std::vector<Index> number;
};

/// About so many rows; all if there are no more.
Sample gather_sample(const Shard& shard, double count, const Team& team);

Vector weights_or_ones(const Dataset& data);

}  // namespace tkl
