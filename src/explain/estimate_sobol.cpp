#include "explain/estimate_sobol.hpp"

#include <algorithm>

#include "data/random.hpp"

namespace tkl {

namespace {

constexpr Index sample_size = 8192;

Matrix draw(Index features, const std::vector<InputGroup>& groups, internal::Random& random) {
  Matrix points(sample_size, features);
  for (const InputGroup& group : groups) {
    for (Index i = 0; i < sample_size; ++i) {
      const auto row =
          static_cast<Index>(random.uniform() * static_cast<double>(group.values.rows()));
      points(i, group.features) = group.values.row(row);
    }
  }
  return points;
}

/// The share of a function's variance that is of the inputs which a mixed sample has in common with one of two samples,
/// and not with the other. What the mixed sample and the other have in common by chance is taken out, and the
/// variance is that of the two compared: little is left to chance where they are nearly the same.
double share_in_common(const Matrix& mixed, const Matrix& one, const Matrix& other) {
  const double variance = 0.5 * (one.squaredNorm() + mixed.squaredNorm());
  const double of_other = other.squaredNorm();
  if (!(variance > 0.0) || !(of_other > 0.0)) return 0.0;
  const double slope = mixed.cwiseProduct(other).sum() / of_other;
  return std::clamp(one.cwiseProduct(mixed - slope * other).sum() / variance, 0.0, 1.0);
}

}  // namespace

VarianceParts estimate_variance_parts(const VectorFunction& function, Index features,
                                      const std::vector<InputGroup>& groups, std::uint64_t seed) {
  internal::Random random(seed);
  const Matrix a = draw(features, groups, random);
  const Matrix b = draw(features, groups, random);
  Matrix f_a = function(a);
  Matrix f_b = function(b);
  const Eigen::RowVectorXd mean = 0.5 * (f_a.colwise().mean() + f_b.colwise().mean());
  f_a.rowwise() -= mean;
  f_b.rowwise() -= mean;

  const auto count = static_cast<double>(sample_size);
  VarianceParts parts;
  parts.variance = 0.5 * (f_a.squaredNorm() + f_b.squaredNorm()) / count;
  parts.main.resize(static_cast<Index>(groups.size()));
  parts.total.resize(static_cast<Index>(groups.size()));
  for (Index g = 0; g < parts.main.size(); ++g) {
    const std::vector<Index>& columns = groups[static_cast<std::size_t>(g)].features;
    Matrix mixed = a;
    mixed(Eigen::all, columns) = b(Eigen::all, columns);
    Matrix f_mixed = function(mixed);
    f_mixed.rowwise() -= mean;
    // Alone: what it shares with b. In total: all but what the others have with a.
    const double main = share_in_common(f_mixed, f_b, f_a);
    parts.main(g) = main * parts.variance;
    parts.total(g) = std::max(main, 1.0 - share_in_common(f_mixed, f_a, f_b)) * parts.variance;
  }
  return parts;
}

}  // namespace tkl
