#include "explain/sobol.hpp"

#include <algorithm>

namespace tkl {

namespace {

using Array = Eigen::ArrayXXd;

/// What the terms of the function average to over the values of one group.
struct GroupTerms {
  std::vector<Index> features;
  Matrix values;    ///< of the features: one a row
  Matrix factor;    ///< Π φ_il over the group, a row for each term
  Vector mean;      ///< of the factor
  Matrix mean_of;   ///< of factor × feature, a column for each feature
  Vector expected;  ///< Σ_l c_il E[φ y_l] / E[φ] over the features of the group
};

/// 0 where nothing is divided by nothing: such terms have no weight.
Array ratio(const Array& a, const Array& b) { return (b == 0.0).select(0.0, a / b); }

GroupTerms terms_of(const ProductForm& form, const InputGroup& group) {
  GroupTerms terms;
  terms.features = group.features;
  terms.values = group.values;
  const auto count = static_cast<double>(group.values.rows());
  for (std::size_t a = 0; a < group.features.size(); ++a) {
    const Matrix factor = form.factors(group.features[a], group.values.col(static_cast<Index>(a)));
    terms.factor = a == 0 ? factor : Matrix(terms.factor.cwiseProduct(factor));
  }
  terms.mean = terms.factor.rowwise().mean();
  terms.mean_of = terms.factor * group.values / count;
  terms.expected = Vector::Zero(terms.mean.size());
  for (std::size_t a = 0; a < group.features.size(); ++a) {
    terms.expected.array() +=
        form.coefficients.col(group.features[a] + 1).array() *
        ratio(terms.mean_of.col(static_cast<Index>(a)).array(), terms.mean.array());
  }
  return terms;
}

/// The second moments of one group over a tile of pairs of terms (i, j).
struct PairMoments {
  Array weight;      ///< E[φ_i φ_j]
  Array left;        ///< Σ_l c_il E[φ_i φ_j y_l] / weight
  Array right;       ///< the same with c_jl
  Array covariance;  ///< Σ_lk c_il c_jk (E[φ_i φ_j y_l y_k] / weight) - left · right
};

PairMoments moments_of(const GroupTerms& terms, const Matrix& coefficients, Index i, Index height,
                       Index j, Index width) {
  const auto count = static_cast<double>(terms.values.rows());
  const Matrix rows = terms.factor.middleRows(i, height) / count;
  const Matrix columns = terms.factor.middleRows(j, width).transpose();
  PairMoments moments;
  moments.weight = rows * columns;
  moments.left = moments.right = moments.covariance = Array::Zero(height, width);
  for (std::size_t a = 0; a < terms.features.size(); ++a) {
    const Index l = terms.features[a] + 1;
    const Vector of_rows = coefficients.col(l).segment(i, height);
    const Vector of_columns = coefficients.col(l).segment(j, width);
    if (of_rows.isZero(0.0) && of_columns.isZero(0.0)) continue;
    const Matrix with_a = rows * terms.values.col(static_cast<Index>(a)).asDiagonal();
    const Array first = ratio((with_a * columns).array(), moments.weight);
    moments.left += (of_rows.asDiagonal() * first.matrix()).array();
    moments.right += (first.matrix() * of_columns.asDiagonal()).array();
    for (std::size_t b = 0; b < terms.features.size(); ++b) {
      const Vector other = coefficients.col(terms.features[b] + 1).segment(j, width);
      const Matrix with_both = with_a * terms.values.col(static_cast<Index>(b)).asDiagonal();
      const Array second = ratio((with_both * columns).array(), moments.weight);
      moments.covariance += (of_rows.asDiagonal() * second.matrix() * other.asDiagonal()).array();
    }
  }
  moments.covariance -= moments.left * moments.right;
  return moments;
}

/// Sums over a tile of pairs: E[f²], and for each group G the mean square of E[f | all but G].
struct TileSums {
  double square = 0.0;
  Vector without;
};

TileSums sums_of_tile(const std::vector<GroupTerms>& groups, const Matrix& coefficients, Index i,
                      Index height, Index j, Index width) {
  std::vector<PairMoments> moments;
  moments.reserve(groups.size());
  Array left = coefficients.col(0).segment(i, height).replicate(1, width).array();
  Array right = coefficients.col(0).segment(j, width).transpose().replicate(height, 1).array();
  Array covariance = Array::Zero(height, width);
  for (const GroupTerms& group : groups) {
    moments.push_back(moments_of(group, coefficients, i, height, j, width));
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
Vector main_effect(const std::vector<GroupTerms>& groups, std::size_t g,
                   const Matrix& coefficients) {
  Array rest = Array::Ones(coefficients.rows(), 1);
  Array constant = coefficients.col(0).array();
  for (std::size_t other = 0; other < groups.size(); ++other) {
    if (other == g) continue;
    rest *= groups[other].mean.array();
    constant += groups[other].expected.array();
  }
  const GroupTerms& group = groups[g];
  Vector effect = group.factor.transpose() * (rest * constant).matrix();
  for (std::size_t a = 0; a < group.features.size(); ++a) {
    const Array slope = rest * coefficients.col(group.features[a] + 1).array();
    effect.array() += (group.factor.transpose() * slope.matrix()).array() *
                      group.values.col(static_cast<Index>(a)).array();
  }
  return effect;
}

}  // namespace

VarianceParts variance_parts(const ProductForm& form, const std::vector<InputGroup>& inputs,
                             const Threads& threads) {
  std::vector<GroupTerms> groups;
  groups.reserve(inputs.size());
  for (const InputGroup& input : inputs) groups.push_back(terms_of(form, input));
  const auto count = static_cast<Index>(groups.size());
  const Index terms = form.coefficients.rows();

  VarianceParts parts;
  parts.main.resize(count);
  double mean = 0.0;
  for (Index g = 0; g < count; ++g) {
    const Vector effect = main_effect(groups, static_cast<std::size_t>(g), form.coefficients);
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
        sums_of_tile(groups, form.coefficients, i * tile, std::min(tile, terms - i * tile),
                     j * tile, std::min(tile, terms - j * tile));
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
