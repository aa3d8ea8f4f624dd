#include "explain/sobol.hpp"

#include <algorithm>

namespace tkl {

namespace {

using Array = Eigen::ArrayXXd;

/// What the terms of the function are over the values of one group, and their means.
struct GroupTerms {
  Matrix factor;    ///< Π φ_il over the features of the group: a row for each term
  Matrix product;   ///< factor × Σ u_il over the features of the group
  Vector mean;      ///< of the factor
  Vector expected;  ///< mean of the product, in units of that
};

/// 0 where nothing is divided by nothing: such terms have no weight.
Array ratio(const Array& a, const Array& b) { return (b == 0.0).select(0.0, a / b); }

GroupTerms terms_of(const ProductForm& form, const InputGroup& group) {
  GroupTerms terms;
  Matrix sum;
  for (std::size_t a = 0; a < group.features.size(); ++a) {
    const Vector values = group.values.col(static_cast<Index>(a));
    const Matrix factor = form.factors(group.features[a], values);
    const Matrix summand = form.summands(group.features[a], values);
    terms.factor = a == 0 ? factor : Matrix(terms.factor.cwiseProduct(factor));
    sum = a == 0 ? summand : Matrix(sum + summand);
  }
  terms.product = terms.factor.cwiseProduct(sum);
  terms.mean = terms.factor.rowwise().mean();
  terms.expected = ratio(terms.product.rowwise().mean().array(), terms.mean.array());
  return terms;
}

/// The second moments of one group over a tile of pairs of terms (i, j). u is the sum of the group.
struct PairMoments {
  Array weight;      ///< E[φ_i φ_j]
  Array left;        ///< E[φ_i φ_j u_i] / weight
  Array right;       ///< E[φ_i φ_j u_j] / weight
  Array covariance;  ///< E[φ_i φ_j u_i u_j] / weight - left · right
};

PairMoments moments_of(const GroupTerms& terms, Index i, Index height, Index j, Index width) {
  const auto count = static_cast<double>(terms.factor.cols());
  const Matrix factors_i = terms.factor.middleRows(i, height) / count;
  const Matrix products_i = terms.product.middleRows(i, height) / count;
  const auto factors_j = terms.factor.middleRows(j, width).transpose();
  const auto products_j = terms.product.middleRows(j, width).transpose();
  PairMoments moments;
  moments.weight = factors_i * factors_j;
  if (products_i.isZero(0.0) && products_j.isZero(0.0)) {
    moments.left = moments.right = moments.covariance = Array::Zero(height, width);
    return moments;
  }
  moments.left = ratio((products_i * factors_j).array(), moments.weight);
  moments.right = ratio((factors_i * products_j).array(), moments.weight);
  moments.covariance =
      ratio((products_i * products_j).array(), moments.weight) - moments.left * moments.right;
  return moments;
}

/// Sums over a tile of pairs: E[f²], and for each group G the mean square of E[f | all but G].
struct TileSums {
  double square = 0.0;
  Vector without;
};

TileSums sums_of_tile(const std::vector<GroupTerms>& groups, const Vector& constants, Index i,
                      Index height, Index j, Index width) {
  std::vector<PairMoments> moments;
  moments.reserve(groups.size());
  Array left = constants.segment(i, height).replicate(1, width).array();
  Array right = constants.segment(j, width).transpose().replicate(height, 1).array();
  Array covariance = Array::Zero(height, width);
  for (const GroupTerms& group : groups) {
    moments.push_back(moments_of(group, i, height, j, width));
    left += moments.back().left;
    right += moments.back().right;
    covariance += moments.back().covariance;
  }
  // Products of the weights of all groups after each.
  std::vector<Array> after(groups.size() + 1, Array::Ones(height, width));
  for (std::size_t g = groups.size(); g-- > 0;) after[g] = after[g + 1] * moments[g].weight;

  TileSums sums{(after[0] * (left * right + covariance)).sum(),
                Vector::Zero(static_cast<Index>(groups.size()))};
  Array before = Array::Ones(height, width);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const GroupTerms& group = groups[g];
    const Array averaged =
        (group.mean.segment(i, height) * group.mean.segment(j, width).transpose()).array();
    const Array own_left =
        left - moments[g].left + group.expected.segment(i, height).replicate(1, width).array();
    const Array own_right =
        right - moments[g].right +
        group.expected.segment(j, width).transpose().replicate(height, 1).array();
    sums.without(static_cast<Index>(g)) =
        (before * after[g + 1] * averaged *
         (own_left * own_right + covariance - moments[g].covariance))
            .sum();
    before *= moments[g].weight;
  }
  return sums;
}

/// E[f | group = each of its values], but for the mean of all the rest.
Vector main_effect(const std::vector<GroupTerms>& groups, std::size_t g, const Vector& constants) {
  Array rest = Array::Ones(constants.size(), 1);
  Array constant = constants.array();
  for (std::size_t other = 0; other < groups.size(); ++other) {
    if (other == g) continue;
    rest *= groups[other].mean.array();
    constant += groups[other].expected.array();
  }
  const GroupTerms& group = groups[g];
  return group.factor.transpose() * (rest * constant).matrix() +
         group.product.transpose() * rest.matrix();
}

}  // namespace

VarianceParts variance_parts(const ProductForm& form, const std::vector<InputGroup>& inputs,
                             const Threads& threads) {
  std::vector<GroupTerms> groups;
  groups.reserve(inputs.size());
  for (const InputGroup& input : inputs) groups.push_back(terms_of(form, input));
  const auto count = static_cast<Index>(groups.size());
  const Index terms = form.constants.size();

  VarianceParts parts;
  parts.main.resize(count);
  double mean = 0.0;
  for (Index g = 0; g < count; ++g) {
    const Vector effect = main_effect(groups, static_cast<std::size_t>(g), form.constants);
    mean = effect.mean();
    parts.main(g) = (effect.array() - mean).square().mean();
  }

  // Pairs (i, j) with i ≥ j; the others are their mirror images. Each tile has its own sums, added
  // up in order, so that the result does not depend on the number of threads.
  constexpr Index tile = 96;
  const Index tiles = (terms + tile - 1) / tile;
  std::vector<std::pair<Index, Index>> pairs;
  for (Index i = 0; i < tiles; ++i) {
    for (Index j = 0; j <= i; ++j) pairs.emplace_back(i, j);
  }
  std::vector<TileSums> sums(pairs.size());
  threads.for_each(static_cast<Index>(pairs.size()), [&](Index k) {
    const auto [i, j] = pairs[static_cast<std::size_t>(k)];
    sums[static_cast<std::size_t>(k)] =
        sums_of_tile(groups, form.constants, i * tile, std::min(tile, terms - i * tile), j * tile,
                     std::min(tile, terms - j * tile));
  });
  double square = 0.0;
  Vector without = Vector::Zero(count);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double times = pairs[k].first == pairs[k].second ? 1.0 : 2.0;
    square += times * sums[k].square;
    without += times * sums[k].without;
  }
  parts.variance = std::max(0.0, square - mean * mean);
  parts.total = (square - without.array()).max(0.0);
  return parts;
}

}  // namespace tkl
