#pragma once

#include "tkl/matrix.hpp"

namespace tkl {

/// More basis functions than this are refused: P would have more entries than memory.
constexpr Index largest_basis = 5000;

/// C(variables + degree, degree), the number of monomials of degree at most `degree`; saturates
/// instead of overflowing.
Index count_monomials(Index variables, int degree);

/// Their exponents, one monomial a row, in order of total degree: those of degree at most e < d are
/// the first count_monomials(variables, e) rows.
Eigen::MatrixXi monomial_exponents(Index variables, int degree);

/// out(i, j) = Π_l x(i, l)^exponents(j, l).
Matrix evaluate_monomials(const Eigen::MatrixXi& exponents, const Matrix& x);

}  // namespace tkl
