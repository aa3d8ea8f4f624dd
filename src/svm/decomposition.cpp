#include "svm/decomposition.hpp"

#include <algorithm>
#include <utility>

#include "linalg/parallel.hpp"
#include "svm/face.hpp"
#include "svm/working_set.hpp"

namespace tkl {

namespace {

/// How many rows a working set has: enough to settle a good part of the free weights at a time, few
/// enough for a cache.
Index set_size(const SvmProblem& problem, const Vector& w) {
  constexpr Index smallest = 512;
  constexpr Index largest = 2048;
  const auto free = static_cast<Index>(free_rows(problem, w).size());
  return std::min(problem.size(), std::clamp(free / 4, smallest, largest));
}

/// A working set is solved until its worst violation is this share of what it was.
constexpr double accuracy = 0.1;

/// Keeps the `count` candidates with the largest key.
void keep_largest(std::vector<std::pair<double, Index>>& candidates, Index count) {
  if (static_cast<Index>(candidates.size()) <= count) return;
  std::nth_element(candidates.begin(), candidates.begin() + count, candidates.end(),
                   [](const auto& a, const auto& b) {
                     return a.first > b.first || (a.first == b.first && a.second < b.second);
                   });
  candidates.resize(static_cast<std::size_t>(count));
}

/// Room for the scans to read beyond the end. Not a multiple of a page's length, since the columns
/// would then compete for the same few lines of the cache.
Index padded(Index size) {
  constexpr auto padding = static_cast<Index>(pair_scan_padding);
  constexpr Index page = 256;
  const Index width = (size + padding - 1) / padding * padding;
  return width % page == 0 ? width + padding : width;
}

}  // namespace

Decomposition::Decomposition(const SvmProblem& problem, const KernelMatrix& K, DualState& state)
    : problem_(problem), K_(K), state_(state) {}

Decomposition::Choice Decomposition::choose() const {
  Choice choice;
  Vector up(problem_.size());
  Vector down(problem_.size());
  for (Index i = 0; i < problem_.size(); ++i) {
    const double gradient = problem_.y(i) - state_.f(i);
    up(i) = gradient - price_up(problem_, i, state_.w(i));
    down(i) = gradient - price_down(problem_, i, state_.w(i));
  }
  const double steepest_up = up.maxCoeff();
  const double steepest_down = down.minCoeff();
  choice.violation = steepest_up - steepest_down;
  choice.centre = 0.5 * (steepest_up + steepest_down);
  std::vector<std::pair<double, Index>> rising;
  std::vector<std::pair<double, Index>> falling;
  for (Index i = 0; i < problem_.size(); ++i) {
    if (up(i) > steepest_down) rising.emplace_back(up(i), i);
    if (down(i) < steepest_up) falling.emplace_back(-down(i), i);
  }

  const Index size = set_size(problem_, state_.w);
  std::vector<char> chosen(static_cast<std::size_t>(problem_.size()), 0);
  std::vector<Index>& rows = choice.rows;
  const auto add = [&](Index i) {
    if (static_cast<Index>(rows.size()) >= size || chosen[static_cast<std::size_t>(i)] != 0) return;
    chosen[static_cast<std::size_t>(i)] = 1;
    rows.push_back(i);
  };
  // Half of the set for the worst violators, the other half for those of the last round that can
  // still move; what is left over goes to further violators.
  const bool whole = size == problem_.size();
  if (whole) {
    for (Index i = 0; i < size; ++i) add(i);
    return choice;
  }
  auto worst_rising = rising;
  auto worst_falling = falling;
  keep_largest(worst_rising, size / 4);
  keep_largest(worst_falling, size / 4);
  for (const auto& candidate : worst_rising) add(candidate.second);
  for (const auto& candidate : worst_falling) add(candidate.second);
  for (const Index i : previous_) {
    const double w = state_.w(i);
    if (w > problem_.lower(i) && w < problem_.upper(i) && w != 0.0) add(i);
  }
  keep_largest(rising, size);
  keep_largest(falling, size);
  for (std::size_t k = 0; k < std::max(rising.size(), falling.size()); ++k) {
    if (k < rising.size()) add(rising[k].second);
    if (k < falling.size()) add(falling[k].second);
  }
  for (const Index i : previous_) add(i);
  std::sort(rows.begin(), rows.end());
  return choice;
}

Decomposition::Round Decomposition::round(long updates) {
  Round round{};
  const Choice choice = choose();
  const std::vector<Index>& rows = choice.rows;
  round.violation = choice.violation;
  const auto size = static_cast<Index>(rows.size());
  if (size < 2 || !(round.violation > 0.0)) return round;
  const Index width = padded(size);
  Vector w;
  const auto solve = [&](const auto& block) {
    WorkingSet set(problem_, rows, block, state_, choice.centre);
    const double target = accuracy * set.violation();
    while (round.updates < updates && set.violation() > target && set.update()) ++round.updates;
    w = set.w();
  };
  if (precise_) {
    Matrix block = Matrix::Zero(width, width);
    block.topLeftCorner(size, size) = K_.block(rows);
    solve(block);
  } else {
    block_.setZero(width, width);
    K_.gather(rows, block_.topLeftCorner(size, size));
    linalg::parallel_mirror_lower(block_.topLeftCorner(size, size), K_.threads());
    solve(block_);
  }

  std::vector<Index> changed;
  std::vector<double> change;
  for (Index k = 0; k < size; ++k) {
    const Index i = rows[static_cast<std::size_t>(k)];
    if (w(k) == state_.w(i)) continue;
    changed.push_back(i);
    change.push_back(w(k) - state_.w(i));
    state_.w(i) = w(k);
  }
  K_.add_product(changed, Eigen::Map<Vector>(change.data(), static_cast<Index>(change.size())),
                 state_.f);
  round.moved = !changed.empty();
  const auto m = static_cast<double>(problem_.size());
  round.work = static_cast<double>(round.updates) * (60.0 + 0.4 * static_cast<double>(size)) +
               1.0 * m * static_cast<double>(changed.size()) +
               2.5 * static_cast<double>(size) * static_cast<double>(size) + 30.0 * m;
  previous_ = rows;
  return round;
}

}  // namespace tkl
