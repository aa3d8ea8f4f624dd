#pragma once

#include <string>
#include <vector>

#include "tkl/table.hpp"
#include "tkl/team.hpp"

namespace tkl::cli {

/// Counts the rows with levels that training did not see, so as to warn of them once a column.
class UnseenTally {
 public:
  /// The recipe must outlive the tally.
  explicit UnseenTally(const Recipe& recipe);

  void add(const std::vector<UnseenLevels>& unseen);

  /// Counts what all members of a team have counted.
  void share(const Team& team);

  /// On stderr; `rows` is how many there are in all.
  void warn(Index rows) const;

 private:
  const Recipe& recipe_;
  Vector rows_;                        // one a column
  std::vector<std::string> examples_;  // likewise
};

}  // namespace tkl::cli
