#include "tkl/polynomial.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "kernels/monomials.hpp"
#include "kernels/support.hpp"
#include "linalg/dense.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

using linalg::Transpose;

PolynomialOptions validated(const PolynomialOptions& options) {
  if (options.features < 1) throw Error("a polynomial kernel needs at least one feature");
  if (options.degree < 0) {
    throw Error("the degree must not be negative; got " + std::to_string(options.degree));
  }
  if (!(options.scale > 0.0) || !std::isfinite(options.scale)) {
    throw Error("the kernel scale must be positive and finite; got " +
                format_number(options.scale));
  }
  if (count_monomials(options.features, options.degree) > largest_basis) {
    throw Error("degree " + std::to_string(options.degree) + " with " +
                std::to_string(options.features) + " features needs more than " +
                std::to_string(largest_basis) + " monomials; choose a lower degree");
  }
  return options;
}

/// (K(P)w)_i = z_iᵀ P t with t = Zᵀw, so N_i = z_i tᵀ, made symmetric.
class PolynomialSensitivity final : public Sensitivity {
 public:
  PolynomialSensitivity(const FeasibleSet& feasible_set, Matrix monomials, const Vector& w,
                        double scale)
      : feasible_set_(feasible_set),
        monomials_(std::move(monomials)),
        total_(scale * monomials_.transpose() * w) {}

  Matrix adjoint(const Vector& v) const override {
    return symmetric_product(monomials_.transpose() * v);
  }

  Matrix jacobian(const std::vector<Index>& rows) const override {
    Matrix out(static_cast<Index>(rows.size()), feasible_set_.dimension());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      out.row(static_cast<Index>(r)) =
          feasible_set_.to_vector(symmetric_product(monomials_.row(rows[r]))).transpose();
    }
    return out;
  }

 private:
  Matrix symmetric_product(const Vector& z) const {
    const Matrix product = z * total_.transpose();
    return 0.5 * (product + product.transpose());
  }

  FeasibleSet feasible_set_;
  Matrix monomials_;
  Vector total_;
};

}  // namespace

Polynomial::Polynomial(PolynomialOptions options)
    : options_(validated(options)),
      exponents_(monomial_exponents(options_.features, options_.degree)),
      feasible_set_(FeasibleSet::Shape::symmetric, exponents_.rows(), options_.tau) {}

Matrix Polynomial::kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                          const Threads& threads) const {
  constexpr Index panel = 256;
  const Matrix left = evaluate_monomials(exponents_, x) * (options_.scale * P);
  const Matrix right = evaluate_monomials(exponents_, y);
  Matrix out(x.rows(), y.rows());
  threads.for_each((y.rows() + panel - 1) / panel, [&](Index piece) {
    const Index j = piece * panel;
    const Index width = std::min(panel, y.rows() - j);
    linalg::gemm(1.0, left, Transpose::no, right.middleRows(j, width), Transpose::yes, 0.0,
                 out.middleCols(j, width));
  });
  return out;
}

Matrix Polynomial::gram(const Matrix& P, const Matrix& x, const Threads& threads) const {
  Matrix out = kernel(P, x, x, threads);
  out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

Vector Polynomial::diagonal(const Matrix& P, const Matrix& x) const {
  const Matrix z = evaluate_monomials(exponents_, x);
  return options_.scale * (z * P).cwiseProduct(z).rowwise().sum();
}

std::unique_ptr<Sensitivity> Polynomial::sensitivity(const Vector& w, const Matrix& x,
                                                     const Threads&) const {
  return std::make_unique<PolynomialSensitivity>(feasible_set_, evaluate_monomials(exponents_, x),
                                                 w, options_.scale);
}

std::shared_ptr<const KernelFamily> Polynomial::scaled(double factor) const {
  PolynomialOptions options = options_;
  options.scale *= factor;
  return std::make_shared<Polynomial>(options);
}

}  // namespace tkl
