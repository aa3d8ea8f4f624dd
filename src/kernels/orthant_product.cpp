#include "kernels/orthant_product.hpp"

#include <algorithm>
#include <cmath>

namespace tkl {

OrthantProduct::OrthantProduct(const TessellatedBasis& basis, const Matrix& P, const Matrix& x)
    : OrthantProduct(basis, TessellatedCoefficients(basis, P), basis.prepare(x)) {}

OrthantProduct::OrthantProduct(const TessellatedBasis& basis,
                               const TessellatedCoefficients& coefficients,
                               const TessellatedBasis::Points& points)
    : features_(basis.features()),
      orthants_(points.side, basis.reflected()),
      phi_(points.monomials),
      coupled_(basis.shared_factor() * phi_ * coefficients.coupled.front()),
      factor_(coefficients.uncoupled_factor(points)) {}

Vector OrthantProduct::times(const Vector& v, const Threads& threads) const {
  const Matrix sums = orthants_.times(v.asDiagonal() * coupled_, threads);
  return phi_.cwiseProduct(sums).rowwise().sum() + factor_ * (phi_.transpose() * v) +
         phi_ * (factor_.transpose() * v);
}

double OrthantProduct::work() const {
  constexpr double multiplied_out = 64.0;  // rows of a block
  const auto m = static_cast<double>(phi_.rows());
  const double levels = std::max(1.0, std::log2(m / multiplied_out));
  const auto features = static_cast<int>(features_);
  return (300.0 + 60.0 * static_cast<double>(phi_.cols())) * m * std::pow(levels, features - 1);
}

}  // namespace tkl
