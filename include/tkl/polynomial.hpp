#pragma once

#include "tkl/kernel_family.hpp"

namespace tkl {

struct PolynomialOptions {
  Index features = 1;
  int degree = 1;
  double tau = 1e-3;
  double scale = 1.0;
};

/// General polynomial kernels of degree d (docs/math.md §7): k_P(x, y) = scale · Z(x)ᵀ P Z(y), with
/// Z the s = C(n+d, d) monomials of degree at most d. Every positive polynomial kernel is of this
/// form. Not universal: K has rank at most s.
class Polynomial final : public KernelFamily {
 public:
  /// Throws an Error for no features, a negative degree, or more than 5000 monomials.
  explicit Polynomial(PolynomialOptions options);

  const PolynomialOptions& options() const { return options_; }

  Index features() const override { return options_.features; }
  const FeasibleSet& feasible_set() const override { return feasible_set_; }
  Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                const Threads& threads) const override;
  Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const override;
  Vector diagonal(const Matrix& P, const Matrix& x) const override;
  std::unique_ptr<Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                           const Threads& threads) const override;
  std::shared_ptr<const KernelFamily> scaled(double factor) const override;

 private:
  PolynomialOptions options_;
  Eigen::MatrixXi exponents_;  // one monomial a row
  FeasibleSet feasible_set_;
};

}  // namespace tkl
