#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tkl/dataset_on_disk.hpp"
#include "tkl/team.hpp"

namespace tkl {

/// The rows that one member of a team has, and what it knows of all.
struct Shard {
  DatasetWithoutPoints data;  ///< own rows of positive weight, in a random order of all rows
  std::unique_ptr<const Rows> points;  ///< theirs, where those came from: in memory or on disk
  std::vector<Index> number;           ///< of each row among all
  std::uint64_t seed = 1;              ///< of the order
  double rows = 0.0;                   ///< of all members, of positive weight
  Index all_rows = 0;                  ///< of all members, of any weight
};

/// `own` are the rows of the calling member, in the order of the ranks.
Shard make_shard(const Dataset& own, std::uint64_t seed, const Team& team);
Shard make_shard(const DatasetOnDisk& own, std::uint64_t seed, const Team& team);

/// Some of the rows of all members, in the random order: the same rows, whoever holds them.
struct Sample {
  Dataset data;
  std::vector<Index> number;
};

/// About so many rows; all if there are no more.
Sample gather_sample(const Shard& shard, double count, const Team& team);

Vector weights_or_ones(const DatasetWithoutPoints& data);

}  // namespace tkl
