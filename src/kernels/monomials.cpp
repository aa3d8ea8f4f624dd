#include "kernels/monomials.hpp"

#include <algorithm>

namespace tkl {

namespace {

/// Appends every way to spread `remaining` over the variables from `variable` on.
void append_exponents(Index variable, int remaining, Eigen::RowVectorXi& current,
                      Eigen::MatrixXi& all, Index& row) {
  if (variable + 1 == current.size()) {
    current(variable) = remaining;
    all.row(row++) = current;
    return;
  }
  for (int power = remaining; power >= 0; --power) {
    current(variable) = power;
    append_exponents(variable + 1, remaining - power, current, all, row);
  }
}

}  // namespace

Index count_monomials(Index variables, int degree) {
  // Of 32-bit indices, too, products with the limit in mind do not overflow.
  constexpr Index limit = Index{1} << (sizeof(Index) > 4 ? 40 : 30);
  // C(v+d, d) = C(v+d, v): the smaller of the two is the shorter product.
  const Index shorter = std::min<Index>(variables, degree);
  const Index longer = std::max<Index>(variables, degree);
  Index count = 1;
  for (Index k = 1; k <= shorter; ++k) {
    if (count > limit / (longer + k)) return limit;
    count = count * (longer + k) / k;
  }
  return count;
}

Eigen::MatrixXi monomial_exponents(Index variables, int degree) {
  Eigen::MatrixXi all(count_monomials(variables, degree), variables);
  Eigen::RowVectorXi current = Eigen::RowVectorXi::Zero(variables);
  Index row = 0;
  for (int total = 0; total <= degree; ++total) append_exponents(0, total, current, all, row);
  return all;
}

Matrix evaluate_monomials(const Eigen::MatrixXi& exponents, const Matrix& x) {
  Matrix values = Matrix::Ones(x.rows(), exponents.rows());
  for (Index j = 0; j < exponents.rows(); ++j) {
    for (Index l = 0; l < exponents.cols(); ++l) {
      for (int power = 0; power < exponents(j, l); ++power) {
        values.col(j).array() *= x.col(l).array();
      }
    }
  }
  return values;
}

}  // namespace tkl
