#include "data/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>

namespace tkl {

namespace {

constexpr double negligible_deviation = 1e-6;  // of the largest: rounding of the arithmetic
constexpr double more_than_rounding = 3.0;  // times the variance that rounding of the data leaves
constexpr Index few_values = 12;

/// What numbers of so many digits are rounded to, such as 0.1; 0 where there are so few that they may be exact.
double step_between(Vector values) {
  std::sort(values.begin(), values.end());
  double least = std::numeric_limits<double>::infinity();
  Index steps = 0;
  for (Index i = 1; i < values.size(); ++i) {
    const double step = values(i) - values(i - 1);
    if (!(step > 0.0)) continue;
    least = std::min(least, step);
    ++steps;
  }
  return steps < few_values ? 0.0 : least;
}

struct Standardised {
  Vector mean;
  Vector inverse_deviation;  ///< 0 of a constant
  Matrix correlation;

  Standardised(const Matrix& x, const Vector& weights) {
    const double total = weights.sum();
    mean = x.transpose() * weights / total;
    const Matrix centred = x.rowwise() - mean.transpose();
    correlation = centred.transpose() * weights.asDiagonal() * centred / total;
    const Vector deviation = correlation.diagonal().cwiseSqrt();
    const double least = negligible_deviation * deviation.maxCoeff();
    inverse_deviation =
        deviation.unaryExpr([least](double d) { return d > least ? 1.0 / d : 0.0; });
    correlation = inverse_deviation.asDiagonal() * correlation * inverse_deviation.asDiagonal();
  }
};

/// Either direction of an axis is as good; but it must not depend on chance which is taken.
void point_upwards(Eigen::Ref<Vector> direction) {
  const double nearly_largest = (1.0 - 1e-6) * direction.cwiseAbs().maxCoeff();
  for (const double entry : direction) {
    if (std::abs(entry) < nearly_largest) continue;
    if (entry < 0.0) direction = -direction;
    return;
  }
}

}  // namespace

Matrix principal_axes(const Matrix& quantities, const Vector& weights) {
  const Index n = quantities.cols();
  const Standardised standard(quantities, weights);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(standard.correlation);
  const double least = negligible_deviation * negligible_deviation * eigen.eigenvalues().maxCoeff();
  // Of numbers that are spread evenly over a step.
  Vector rounding(n);
  for (Index l = 0; l < n; ++l) {
    const double step = standard.inverse_deviation(l) * step_between(quantities.col(l));
    rounding(l) = step * step / 12.0;
  }
  Matrix map = Matrix::Zero(n + 1, n);
  for (Index k = 0; k < n; ++k) {
    const Index place = n - 1 - k;  // eigenvalues come in ascending order
    Vector direction = eigen.eigenvectors().col(place);
    const double of_rounding = direction.cwiseAbs2().dot(rounding);
    if (!(eigen.eigenvalues()(place) > std::max(least, more_than_rounding * of_rounding))) continue;
    point_upwards(direction);
    direction = direction.cwiseProduct(standard.inverse_deviation);
    const Vector along = quantities * direction;
    const double low = along.minCoeff();
    const double range = along.maxCoeff() - low;
    map.col(k) << direction / range, -low / range;
  }
  return map;
}

double largest_correlation(const Matrix& quantities, const Vector& weights) {
  Matrix correlation = Standardised(quantities, weights).correlation;
  correlation.diagonal().setZero();
  return correlation.size() == 0 ? 0.0 : correlation.cwiseAbs().maxCoeff();
}

}  // namespace tkl
