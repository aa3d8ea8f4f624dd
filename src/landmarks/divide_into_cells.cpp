#include "landmarks/divide_into_cells.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "data/random.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

/// k(p, x) - k(q, x) for the points of some rows; the pivots are two rows.
Vector scores(const KernelFamily& family, const Matrix& P, const Matrix& x,
              std::span<const Index> rows, const Matrix& pivots, const Threads& threads) {
  const std::vector<Index> own(rows.begin(), rows.end());
  return family.product(P, x(own, Eigen::all), pivots, Eigen::Vector2d(1.0, -1.0), threads);
}

double variance(const Vector& values) { return (values.array() - values.mean()).square().mean(); }

class Division {
 public:
  Division(const KernelFamily& family, const Matrix& P, const Matrix& x, int depth,
           std::uint64_t seed, const Threads& threads)
      : family_(family), P_(P), x_(x), threads_(threads), random_(seed), rows_(all_rows(x)) {
    const Index nodes = (Index{1} << depth) - 1;
    tree_.pivots = Matrix::Zero(2 * nodes, x.cols());
    tree_.thresholds = Vector::Zero(nodes);
  }

  CellTree run() {
    split(0, rows_);
    return std::move(tree_);
  }

 private:
  static std::vector<Index> all_rows(const Matrix& x) {
    std::vector<Index> rows(static_cast<std::size_t>(x.rows()));
    std::iota(rows.begin(), rows.end(), Index{0});
    return rows;
  }

  Index draw(std::span<const Index> rows) {
    return rows[static_cast<std::size_t>(random_.uniform() * static_cast<double>(rows.size()))];
  }

  Matrix choose_pivots(std::span<const Index> rows) {
    constexpr int pairs = 16;
    constexpr int judges = 200;
    std::vector<Index> sample;
    sample.reserve(judges);
    for (int k = 0; k < judges; ++k) sample.push_back(draw(rows));
    Matrix best = x_(std::vector<Index>{rows.front(), rows.back()}, Eigen::all);
    double largest = -1.0;
    for (int k = 0; k < pairs; ++k) {
      const std::vector<Index> pair{draw(rows), draw(rows)};
      const Matrix pivots = x_(pair, Eigen::all);
      const double spread = variance(scores(family_, P_, x_, sample, pivots, Threads(1)));
      if (spread > largest) {
        largest = spread;
        best = pivots;
      }
    }
    return best;
  }

  /// How many entries to send one way: about half. Equal scores belong together, or a point could not
  /// find its cell again.
  static std::size_t middle_of(const std::vector<std::pair<double, Index>>& order) {
    const std::size_t half = (order.size() + 1) / 2;
    const double score = order[half - 1].first;
    const auto equal =
        std::equal_range(order.begin(), order.end(), std::pair(score, Index{0}),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    const auto before = static_cast<std::size_t>(equal.first - order.begin());
    const auto after = static_cast<std::size_t>(equal.second - order.begin());
    return before > 0 && half - before < after - half ? before : after;
  }

  /// A threshold between two scores rather than on one: rounding differs from machine to machine.
  static double between(const std::vector<std::pair<double, Index>>& order, std::size_t below) {
    const double last = order[below - 1].first;
    if (below == order.size()) return last;
    const double next = order[below].first;
    const double middle = last + 0.5 * (next - last);
    return middle < next ? middle : last;
  }

  void split(Index node, std::span<Index> rows) {
    if (node >= tree_.thresholds.size() || rows.empty()) return;
    const Matrix pivots = choose_pivots(rows);
    const Vector values = scores(family_, P_, x_, rows, pivots, threads_);
    if (!values.allFinite()) {
      throw Error(
          "the kernel matrix has entries that are not finite; rescale the features or choose "
          "a lower degree");
    }
    std::vector<std::pair<double, Index>> order;
    order.reserve(rows.size());
    for (Index i = 0; i < values.size(); ++i) {
      order.emplace_back(values(i), rows[static_cast<std::size_t>(i)]);
    }
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = order[i].second;
    const std::size_t below = middle_of(order);
    tree_.pivots.middleRows(2 * node, 2) = pivots;
    tree_.thresholds(node) = between(order, below);
    split(2 * node + 1, rows.first(below));
    split(2 * node + 2, rows.subspan(below));
  }

  const KernelFamily& family_;
  const Matrix& P_;
  const Matrix& x_;
  Threads threads_;
  internal::Random random_;
  std::vector<Index> rows_;
  CellTree tree_;
};

}  // namespace

CellTree divide_into_cells(const KernelFamily& family, const Matrix& P, const Matrix& x,
                           Index most_points, std::uint64_t seed, const Threads& threads) {
  int depth = 0;
  const auto largest = [&] { return ((x.rows() - 1) >> depth) + 1; };
  while (largest() > std::max<Index>(1, most_points)) ++depth;
  return Division(family, P, x, depth, seed, threads).run();
}

}  // namespace tkl
