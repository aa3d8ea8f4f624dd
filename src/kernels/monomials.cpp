#include "kernels/monomials.hpp"

#include <limits>

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
  constexpr Index limit = std::numeric_limits<Index>::max() / 4;
  Index count = 1;
  for (int k = 1; k <= degree; ++k) {
    if (count > limit / (variables + k)) return limit;
    count = count * (variables + k) / k;
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
