#include "explain/estimate_sobol.hpp"

#include <algorithm>

#include "data/random.hpp"

namespace tkl {

namespace {

constexpr Index sample_size = 4096;

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
    parts.main(g) = std::max(0.0, f_b.cwiseProduct(f_mixed - f_a).sum() / count);
    parts.total(g) = 0.5 * (f_a - f_mixed).squaredNorm() / count;
  }
  return parts;
}

}  // namespace tkl
