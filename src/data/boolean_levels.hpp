#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/matrix.hpp"

namespace tkl::internal {

/// Finds levels, or classes, by their spelling. Where they are true and false, yes and no, t and f or
/// y and n, programs disagree about capitals, so that these do not count: TRUE is the level true, unless
/// it is a level itself. Both of a pair must be there, however they are written, and nothing else but
/// missing values: t and T alone may be codes of two things.
class LevelFinder {
 public:
  /// Sorted; they must outlive the finder.
  explicit LevelFinder(const std::vector<std::string>& levels);

  std::optional<Index> find(std::string_view level) const;

 private:
  const std::vector<std::string>& levels_;
  bool are_boolean_;
};

/// Sorted levels without those that differ from an earlier one only by capitals that do not count.
std::vector<std::string> merge_capitals(const std::vector<std::string>& levels);

}  // namespace tkl::internal
