#pragma once

#include "kernels/orthant_sums.hpp"
#include "kernels/tessellated_coefficients.hpp"
#include "tkl/kernel_family.hpp"

namespace tkl {

/// Φ(x) V B Φ(y)ᵀ by orthant sums, a monomial a column, and what does not couple the points by itself.
class OrthantProduct final : public FastProduct {
 public:
  OrthantProduct(const TessellatedBasis& basis, const Matrix& P, const Matrix& x);

  Vector times(const Vector& v, const Threads& threads) const override;
  double work() const override;

 private:
  OrthantProduct(const TessellatedBasis& basis, const TessellatedCoefficients& coefficients,
                 const TessellatedBasis::Points& points);

  Index features_;
  OrthantSums orthants_;
  Matrix phi_;
  Matrix coupled_;  // ΦB
  Matrix factor_;   // F
};

}  // namespace tkl
