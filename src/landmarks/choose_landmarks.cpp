#include "landmarks/choose_landmarks.hpp"

#include <algorithm>

#include "data/random.hpp"

namespace tkl {

namespace {

/// A position, with a probability in proportion to its entry; -1 if all entries are zero.
Index draw(const Vector& share, internal::Random& random) {
  const double total = share.sum();
  if (!(total > 0.0)) return -1;
  double left = random.uniform() * total;
  Index last = -1;
  for (Index i = 0; i < share.size(); ++i) {
    if (!(share(i) > 0.0)) continue;
    last = i;
    left -= share(i);
    if (left < 0.0) break;
  }
  return last;
}

}  // namespace

std::vector<Index> choose_landmarks(const KernelFamily& family, const Matrix& P, const Matrix& x,
                                    Index count, std::uint64_t seed, const Threads& threads) {
  internal::Random random(seed);
  const Vector diagonal = family.diagonal(P, x);
  // Rounding must not make a copy of a landmark look like a point of its own.
  const double nothing = 1e-10 * diagonal.cwiseAbs().maxCoeff();
  std::vector<Index> chosen;
  Vector distance = Vector::Ones(x.rows());
  // A few at a time: their kernel columns come at the speed of blocks.
  const Index batch = std::max<Index>(1, count / 50);
  while (std::ssize(chosen) < std::min(count, x.rows())) {
    std::vector<Index> next;
    while (std::ssize(next) < std::min(batch, count - std::ssize(chosen))) {
      const Index row = draw(distance, random);
      if (row < 0) break;
      distance(row) = 0.0;
      next.push_back(row);
    }
    if (next.empty()) break;
    const Matrix columns = family.kernel(P, x, x(next, Eigen::all), threads);
    if (chosen.empty()) distance.setConstant(2.0 * diagonal.cwiseAbs().maxCoeff());
    for (Index k = 0; k < std::ssize(next); ++k) {
      const double own = diagonal(next[static_cast<std::size_t>(k)]);
      distance = distance.cwiseMin((diagonal.array() + own).matrix() - 2.0 * columns.col(k));
    }
    distance = (distance.array() > nothing).select(distance.array(), 0.0);
    chosen.insert(chosen.end(), next.begin(), next.end());
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace tkl
