#include "select/usable_folds.hpp"

#include <iterator>
#include <set>

#include "select/sample_rows.hpp"
#include "tkl/cross_validate.hpp"

namespace tkl {

namespace {

constexpr Index fewest_to_learn_from = 2;

}  // namespace

bool can_be_divided(const DatasetWithoutPoints& data) {
  constexpr Index fewest = 4;
  const std::vector<Index> counted = rows_that_count(data);
  if (data.task == Task::regression) return std::ssize(counted) >= fewest;
  const Vector target = data.target(counted);
  Index rows = 0;
  for (std::size_t k = 0; k < data.classes.size(); ++k) {
    const Index count = (target.array() == static_cast<double>(k)).count();
    if (count > 1) rows += count;
  }
  return rows >= fewest;
}

std::vector<std::vector<Index>> usable_folds(const Dataset& data, int parts, int count,
                                             std::uint64_t seed) {
  const std::vector<int> fold = assign_folds(data, parts, seed);
  std::vector<std::vector<Index>> usable;
  for (int k = 0; k < parts && std::ssize(usable) < count; ++k) {
    std::vector<Index> rows;
    std::set<double> classes;  // of the other rows
    for (std::size_t i = 0; i < fold.size(); ++i) {
      if (fold[i] == k) {
        rows.push_back(static_cast<Index>(i));
      } else if (data.task == Task::classification) {
        classes.insert(data.target(static_cast<Index>(i)));
      }
    }
    if (data.groups.empty() && data.task == Task::classification) {
      std::erase_if(rows, [&](Index i) { return !classes.contains(data.target(i)); });
    } else if (classes.size() != data.classes.size()) {
      continue;
    }
    const bool leaves_enough = data.rows() - std::ssize(rows) >= fewest_to_learn_from;
    if (leaves_enough && !rows.empty()) usable.push_back(std::move(rows));
  }
  return usable;
}

}  // namespace tkl
