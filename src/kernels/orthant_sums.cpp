#include "kernels/orthant_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace tkl {

namespace {

/// Blocks of no more pairs than that are multiplied out.
constexpr Index small_block = 4096;

}  // namespace

/// One product.
class OrthantSums::Work {
 public:
  Work(const OrthantSums& sums, const Matrix& values)
      : sums_(sums), values_(values), out_(RowMatrix::Zero(values.rows(), values.cols())) {}

  Matrix run(const Threads& threads) {
    const Index m = values_.rows();
    if (sums_.features() == 1) {
      const Points all{sums_.orders_};
      add({{}, all, all});
      return out_;
    }
    // Nodes of a level are ranges of the order by the first feature; the lists by each other feature
    // have the same ranges. Between levels all threads wait: then no two add to the same row.
    std::vector<Index> begins{0, m};
    std::vector<Rows> lists(sums_.orders_.begin() + 1, sums_.orders_.end());
    while (largest(begins) * largest(begins) > small_block) {
      const std::vector<Index> parents = std::exchange(begins, halved(begins));
      lists = split(lists, parents, begins, threads);
      const auto half = [&](Index k) {
        Points points;
        const auto first = static_cast<std::size_t>(begins[static_cast<std::size_t>(k)]);
        const auto last = static_cast<std::size_t>(begins[static_cast<std::size_t>(k) + 1]);
        for (const Rows& list : lists) {
          points.by_feature.emplace_back(list.begin() + static_cast<std::ptrdiff_t>(first),
                                         list.begin() + static_cast<std::ptrdiff_t>(last));
        }
        return points;
      };
      threads.for_each(std::ssize(begins) - 1, [&](Index k) {
        const bool is_left = k % 2 == 0;
        add({{!is_left}, half(is_left ? k + 1 : k - 1), half(k)});
      });
    }
    threads.for_each(std::ssize(begins) - 1, [&](Index k) {
      const auto first = begins[static_cast<std::size_t>(k)];
      const auto last = begins[static_cast<std::size_t>(k) + 1];
      const std::span<const std::int32_t> points(sums_.orders_.front().data() + first,
                                                 static_cast<std::size_t>(last - first));
      multiply_out(points, points);
    });
    return out_;
  }

 private:
  /// Points in the order of each feature that is left.
  struct Points {
    std::vector<Rows> by_feature;

    Index size() const { return std::ssize(by_feature.front()); }
  };

  /// What sources add to targets that all lie on one side of them in the first features.
  struct Task {
    std::vector<bool> below;  // for each of these features, whether sources are below targets
    Points sources;
    Points targets;
  };

  static Index largest(const std::vector<Index>& begins) {
    Index size = 0;
    for (std::size_t k = 1; k < begins.size(); ++k)
      size = std::max(size, begins[k] - begins[k - 1]);
    return size;
  }

  static std::vector<Index> halved(const std::vector<Index>& begins) {
    std::vector<Index> out{0};
    for (std::size_t k = 1; k < begins.size(); ++k) {
      out.push_back(begins[k - 1] + (begins[k] - begins[k - 1]) / 2);
      out.push_back(begins[k]);
    }
    return out;
  }

  /// The same lists with every node's points parted into those of its halves, each in order.
  std::vector<Rows> split(const std::vector<Rows>& lists, const std::vector<Index>& parents,
                          const std::vector<Index>& halves, const Threads& threads) const {
    std::vector<Rows> out(lists.size(), Rows(lists.front().size()));
    const Rows& rank = sums_.ranks_.front();
    threads.for_each(std::ssize(parents) - 1, [&](Index node) {
      const Index begin = parents[static_cast<std::size_t>(node)];
      const Index middle = halves[2 * static_cast<std::size_t>(node) + 1];
      const Index end = parents[static_cast<std::size_t>(node) + 1];
      for (std::size_t l = 0; l < lists.size(); ++l) {
        Index left = begin;
        Index right = middle;
        for (Index k = begin; k < end; ++k) {
          const std::int32_t point = lists[l][static_cast<std::size_t>(k)];
          Index& place = rank[static_cast<std::size_t>(point)] < middle ? left : right;
          out[l][static_cast<std::size_t>(place++)] = point;
        }
      }
    });
    return out;
  }

  void add(const Task& task) {
    const Index sources = task.sources.size();
    const Index targets = task.targets.size();
    if (sources == 0 || targets == 0) return;
    if (sources * targets <= small_block) {
      multiply_out(task.sources.by_feature.front(), task.targets.by_feature.front());
    } else if (task.sources.by_feature.size() == 1) {
      (sums_.reflected_ ? &Work::sweep<true> : &Work::sweep<false>)(*this, task);
    } else {
      halve(task);
    }
  }

  void halve(const Task& task) {
    const auto feature = task.below.size();
    const Rows& larger = (task.sources.size() >= task.targets.size() ? task.sources : task.targets)
                             .by_feature.front();
    const Rows& rank = sums_.ranks_[feature];
    const std::int32_t middle = rank[static_cast<std::size_t>(larger[larger.size() / 2])];
    const auto part = [&](const Points& points, bool low, std::size_t first_list) {
      Points out;
      for (std::size_t l = first_list; l < points.by_feature.size(); ++l) {
        Rows& list = out.by_feature.emplace_back();
        for (const std::int32_t point : points.by_feature[l]) {
          if ((rank[static_cast<std::size_t>(point)] < middle) == low) list.push_back(point);
        }
      }
      return out;
    };
    for (const bool low : {true, false}) {
      add({task.below, part(task.sources, low, 0), part(task.targets, low, 0)});
      std::vector<bool> below = task.below;
      below.push_back(low);
      add({below, part(task.sources, low, 1), part(task.targets, !low, 1)});
    }
  }

  void multiply_out(std::span<const std::int32_t> sources, std::span<const std::int32_t> targets) {
    for (const std::int32_t i : targets) {
      for (const std::int32_t j : sources) {
        double product = 1.0;
        for (Index l = 0; l < sums_.features(); ++l) {
          const double s = sums_.sides_(i, l);
          const double t = sums_.sides_(j, l);
          product *= sums_.reflected_ ? 1.0 - std::abs(s - t) : std::min(s, t);
        }
        out_.row(i) += product * values_.row(j);
      }
    }
  }

  /// The coefficients of b(t) = 1 and b(t) = t in g(s, t), for t below s or above it.
  template <bool is_reflected>
  static std::pair<double, double> coefficients(double s, bool below) {
    if constexpr (is_reflected) {
      return below ? std::pair{1.0 - s, 1.0} : std::pair{1.0 + s, -1.0};
    } else {
      return below ? std::pair{0.0, 1.0} : std::pair{s, 0.0};
    }
  }

  /// One feature is left: running sums over the sources in its order. Term e of the sums has
  /// b(t) = t in the features whose bits are set in e, the last feature's being the highest.
  template <bool is_reflected>
  static void sweep(Work& work, const Task& task) {
    const RowMatrix& sides = work.sums_.sides_;
    const auto last = static_cast<Index>(task.below.size());
    const Index terms = Index{1} << last;
    const Rows& sources = task.sources.by_feature.front();
    const Rows& targets = task.targets.by_feature.front();
    const Rows& rank = work.sums_.ranks_[static_cast<std::size_t>(last)];

    RowMatrix below = RowMatrix::Zero(2 * terms, work.values_.cols());
    RowMatrix above = below;
    Vector weight(2 * terms);
    const auto weigh = [&](std::int32_t j) {
      weight(0) = 1.0;
      for (Index l = 0; l <= last; ++l) {
        const Index known = Index{1} << l;
        weight.segment(known, known) = sides(j, l) * weight.head(known);
      }
    };
    const auto move = [&](std::int32_t j, RowMatrix& sum, double sign) {
      const auto value = work.values_.row(j);
      for (Index e = 0; e < 2 * terms; ++e) sum.row(e) += sign * weight(e) * value;
    };
    for (const std::int32_t j : sources) {
      weigh(j);
      move(j, above, 1.0);
    }
    Vector factor(terms);
    std::size_t next = 0;
    for (const std::int32_t i : targets) {
      for (; next < sources.size() &&
             rank[static_cast<std::size_t>(sources[next])] <= rank[static_cast<std::size_t>(i)];
           ++next) {
        weigh(sources[next]);
        move(sources[next], below, 1.0);
        move(sources[next], above, -1.0);
      }
      factor(0) = 1.0;
      for (Index l = 0; l < last; ++l) {
        const auto [one, side] =
            coefficients<is_reflected>(sides(i, l), task.below[static_cast<std::size_t>(l)]);
        const Index known = Index{1} << l;
        factor.segment(known, known) = side * factor.head(known);
        factor.head(known) *= one;
      }
      const auto [below_one, below_side] = coefficients<is_reflected>(sides(i, last), true);
      const auto [above_one, above_side] = coefficients<is_reflected>(sides(i, last), false);
      for (Index e = 0; e < terms; ++e) {
        work.out_.row(i) +=
            factor(e) * (below_one * below.row(e) + below_side * below.row(terms + e) +
                         above_one * above.row(e) + above_side * above.row(terms + e));
      }
    }
  }

  const OrthantSums& sums_;
  RowMatrix values_;
  RowMatrix out_;
};

OrthantSums::OrthantSums(const Matrix& sides, bool reflected)
    : sides_(sides), reflected_(reflected) {
  const auto m = static_cast<std::size_t>(sides.rows());
  for (Index l = 0; l < features(); ++l) {
    Rows& order = orders_.emplace_back(m);
    std::iota(order.begin(), order.end(), std::int32_t{0});
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
      return sides_(a, l) < sides_(b, l) || (sides_(a, l) == sides_(b, l) && a < b);
    });
    Rows& rank = ranks_.emplace_back(m);
    for (std::size_t k = 0; k < m; ++k) {
      rank[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(k);
    }
  }
}

Matrix OrthantSums::times(const Matrix& values, const Threads& threads) const {
  return Work(*this, values).run(threads);
}

}  // namespace tkl
