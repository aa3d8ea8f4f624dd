#include "kernels/tessellated_basis.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/monomials.hpp"

namespace tkl {

TessellatedBasis::TessellatedBasis(const Box& box, int degree, Basis basis, bool reflected)
    : box_(box),
      degree_(degree),
      reflected_(reflected),
      x_exponents_(monomial_exponents(box.lower.size(), degree)) {
  const Index n = box.lower.size();
  const Eigen::MatrixXi z_exponents = monomial_exponents(n, basis == Basis::full ? degree : 0);
  for (Index g = 0; g < z_exponents.rows(); ++g) {
    const Index count = count_monomials(n, degree - z_exponents.row(g).sum());
    groups_.push_back({size_, count});
    size_ += count;
  }

  std::map<std::vector<int>, Index> index_of;
  const Index groups = z_exponents.rows();
  moment_of_.resize(groups, groups);
  for (Index g = 0; g < groups; ++g) {
    for (Index h = 0; h < groups; ++h) {
      const Eigen::RowVectorXi c = z_exponents.row(g) + z_exponents.row(h);
      const auto [entry, is_new] =
          index_of.try_emplace({c.begin(), c.end()}, static_cast<Index>(moments_.size()));
      if (is_new) {
        Moment moment{{}, {}, 0};
        for (Index l = 0; l < n; ++l) {
          if (c(l) > 0) moment.powers.emplace_back(l, c(l));
        }
        highest_power_ = std::max(highest_power_, c.maxCoeff());
        moments_.push_back(std::move(moment));
      }
      Moment& moment = moments_[static_cast<std::size_t>(entry->second)];
      moment.pairs.emplace_back(g, h);
      moment.columns = std::max(moment.columns, groups_[static_cast<std::size_t>(g)].size);
      moment_of_(g, h) = static_cast<int>(entry->second);
    }
  }

  box_moments_.resize(static_cast<Index>(moments_.size()));
  for (Index c = 0; c < box_moments_.size(); ++c) {
    double mean = 1.0;
    for (const auto& [feature, power] : moments_[static_cast<std::size_t>(c)].powers) {
      mean *= mean_power(feature, power, 1.0);
    }
    box_moments_(c) = mean;
  }
}

double TessellatedBasis::mean_power(Index feature, int power, double side) const {
  const double b = box_.upper(feature);
  const double p = b - side * (b - box_.lower(feature));
  // (b^{k+1} - p^{k+1}) / ((k+1)(b - p)) without the division: Σ_t b^{k-t} p^t / (k+1).
  double sum = 1.0;
  double power_of_b = 1.0;
  for (int k = 1; k <= power; ++k) {
    power_of_b *= b;
    sum = sum * p + power_of_b;
  }
  return sum / (power + 1);
}

Index TessellatedBasis::monomials_to(int degree) const {
  return count_monomials(features(), degree);
}

Matrix TessellatedBasis::sides(const Matrix& x) const {
  Matrix side(x.rows(), x.cols());
  for (Index l = 0; l < x.cols(); ++l) {
    const double length = box_.upper(l) - box_.lower(l);
    side.col(l) = ((box_.upper(l) - x.col(l).array()) / length).max(0.0).min(1.0);
  }
  return side;
}

double TessellatedBasis::shared_factor() const {
  return reflected_ ? std::ldexp(1.0, -static_cast<int>(features())) : 1.0;
}

Vector TessellatedBasis::corner_volume(const Matrix& side) const {
  if (reflected_) return Vector::Constant(side.rows(), shared_factor());
  return side.rowwise().prod();
}

Matrix TessellatedBasis::evaluate(const Matrix& x) const {
  return evaluate_monomials(x_exponents_, x);
}

TessellatedBasis::Points TessellatedBasis::prepare(const Matrix& x) const {
  const Index m = x.rows();
  Points points;
  points.side = sides(x);
  points.monomials = evaluate(x);

  const Vector share = corner_volume(points.side);
  points.corner.resize(m, static_cast<Index>(moments_.size()));
  for (Index c = 0; c < points.corner.cols(); ++c) {
    points.corner.col(c) = share;
    for (const auto& [feature, power] : moments_[static_cast<std::size_t>(c)].powers) {
      for (Index i = 0; i < m; ++i) {
        points.corner(i, c) *= mean_power(feature, power, points.side(i, feature));
      }
    }
  }
  return points;
}

Matrix TessellatedBasis::gather(const Moment& moment, const Matrix& block) const {
  Matrix sum = Matrix::Zero(moment.columns, moment.columns);
  for (const auto& [g, h] : moment.pairs) {
    const Group& left = groups_[static_cast<std::size_t>(g)];
    const Group& right = groups_[static_cast<std::size_t>(h)];
    sum.topLeftCorner(left.size, right.size) +=
        block.block(left.first, right.first, left.size, right.size);
  }
  return sum;
}

}  // namespace tkl
