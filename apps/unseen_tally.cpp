#include "unseen_tally.hpp"

#include <algorithm>

#include "suggest.hpp"
#include "text.hpp"

namespace tkl::cli {

UnseenTally::UnseenTally(const Recipe& recipe)
    : recipe_(recipe), rows_(Vector::Zero(std::ssize(recipe))), examples_(recipe.size()) {}

void UnseenTally::add(const std::vector<UnseenLevels>& unseen) {
  for (const UnseenLevels& column : unseen) {
    rows_(static_cast<Index>(column.column)) += static_cast<double>(column.rows);
    if (examples_[column.column].empty()) examples_[column.column] = column.example;
  }
}

void UnseenTally::share(const Team& team) {
  team.sum(rows_);
  for (std::size_t k = 0; k < examples_.size(); ++k) {
    if (rows_(static_cast<Index>(k)) == 0.0) continue;
    const std::vector<std::string> all = team.gather(examples_[k]);
    const auto first =
        std::find_if(all.begin(), all.end(), [](const std::string& text) { return !text.empty(); });
    if (first != all.end()) examples_[k] = *first;
  }
}

void UnseenTally::warn(Index rows) const {
  for (std::size_t k = 0; k < examples_.size(); ++k) {
    const auto unseen = static_cast<Index>(rows_(static_cast<Index>(k)));
    if (unseen == 0) continue;
    cli::warn("column " + quote(recipe_[k].name) + ": " + std::to_string(unseen) + " of " +
              std::to_string(rows) + (unseen == 1 ? " rows has" : " rows have") +
              " a level that training did not see, such as " +
              (examples_[k].empty() ? "a missing value" : quote(examples_[k])) +
              "; it counts as none of those known");
  }
}

}  // namespace tkl::cli
