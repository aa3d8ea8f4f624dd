#include "kernels/corner_polynomial.hpp"

#include <algorithm>
#include <map>

namespace tkl {

namespace {

using Powers = std::vector<std::pair<Index, int>>;

/// The coefficients of s^0 … s^power in the mean of z^power over [upper - s·length, upper].
std::vector<double> mean_in_sides(int power, double upper, double length) {
  std::vector<double> coefficients;
  double binomial = 1.0;  // C(power + 1, t + 1) / (power + 1) · (-length)^t
  for (int t = 0; t <= power; ++t) {
    double value = binomial;
    for (int k = t; k < power; ++k) value *= upper;
    coefficients.push_back(value);
    binomial *= -length * (power - t) / (t + 2);
  }
  return coefficients;
}

/// Appends the node with these powers and, after it, all its descendants.
void grow(Powers& powers, Index features, int remaining, CornerPolynomial::Node node,
          std::vector<CornerPolynomial::Node>& nodes, std::map<Powers, Index>& index_of) {
  const auto index = static_cast<Index>(nodes.size());
  nodes.push_back(node);
  index_of[powers] = index;
  if (remaining == 0) return;
  for (Index l = node.feature; l < features; ++l) {
    const bool again = !powers.empty() && powers.back().first == l;
    if (again) {
      ++powers.back().second;
    } else {
      powers.emplace_back(l, 1);
    }
    grow(powers, features, remaining - 1, {index, l, node.degree + 1}, nodes, index_of);
    if (again) {
      --powers.back().second;
    } else {
      powers.pop_back();
    }
  }
}

}  // namespace

CornerPolynomial::CornerPolynomial(const TessellatedBasis& basis, const Box& box)
    : features_(basis.features()), reflected_(basis.reflected()) {
  for (const auto& moment : basis.moments()) {
    int degree = 0;
    for (const auto& [feature, power] : moment.powers) degree += power;
    depth_ = std::max(depth_, degree);
  }
  for (int degree = 0; degree <= depth_; ++degree) {
    const int reach = std::min(basis.degree(), 2 * basis.degree() - degree);
    columns_.push_back(static_cast<std::size_t>(basis.monomials_to(reach)));
  }
  Powers powers;
  std::map<Powers, Index> index_of;
  grow(powers, box.lower.size(), depth_, {-1, 0, 0}, nodes_, index_of);

  for (const auto& moment : basis.moments()) {
    // One feature after the other: every divisor so far, times every power of the next feature.
    std::vector<std::pair<Powers, double>> products{{{}, 1.0}};
    for (const auto& [feature, power] : moment.powers) {
      const std::vector<double> mean =
          mean_in_sides(power, box.upper(feature), box.upper(feature) - box.lower(feature));
      std::vector<std::pair<Powers, double>> extended;
      for (const auto& [divisor, coefficient] : products) {
        for (int t = 0; t <= power; ++t) {
          Powers next = divisor;
          if (t > 0) next.emplace_back(feature, t);
          extended.emplace_back(std::move(next), coefficient * mean[static_cast<std::size_t>(t)]);
        }
      }
      products = std::move(extended);
    }
    Expansion expansion;
    for (const auto& [divisor, coefficient] : products) {
      expansion.emplace_back(index_of.at(divisor), coefficient);
    }
    expansions_.push_back(std::move(expansion));
  }
}

pair_tiles::CoupledShape CornerPolynomial::coupled_shape() const {
  return {static_cast<std::size_t>(features_), columns_[0], static_cast<std::size_t>(depth_),
          reflected_, columns_.data()};
}

std::vector<Index> CornerPolynomial::first_columns() const {
  std::vector<Index> first{0};
  for (const Node& node : nodes_) {
    first.push_back(first.back() +
                    static_cast<Index>(columns_[static_cast<std::size_t>(node.degree)]));
  }
  return first;
}

}  // namespace tkl
