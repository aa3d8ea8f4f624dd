#include "kernels/tessellated_coefficients.hpp"

#include "linalg/dense.hpp"

namespace tkl {

using linalg::Transpose;

TessellatedCoefficients::TessellatedCoefficients(const TessellatedBasis& basis, const Matrix& P) {
  const Index q = basis.size();
  const Matrix R = P.topRightCorner(q, q);
  const Matrix S = P.bottomRightCorner(q, q);
  const Matrix M = P.topLeftCorner(q, q) - R - R.transpose() + S;
  const Matrix N = R - S;
  constant = Matrix::Zero(basis.monomials(), basis.monomials());
  for (Index c = 0; c < basis.box_moments().size(); ++c) {
    const auto& moment = basis.moments()[static_cast<std::size_t>(c)];
    coupled.push_back(basis.gather(moment, M));
    one_sided.push_back(basis.gather(moment, N));
    constant.topLeftCorner(moment.columns, moment.columns) +=
        basis.box_moments()(c) * basis.gather(moment, S);
  }
}

Matrix TessellatedCoefficients::uncoupled_factor(const TessellatedBasis::Points& x) const {
  Matrix factor(x.monomials.rows(), x.monomials.cols());
  linalg::gemm(0.5, x.monomials, Transpose::no, constant, Transpose::no, 0.0, factor);
  for (std::size_t c = 0; c < one_sided.size(); ++c) {
    const Index columns = one_sided[c].cols();
    const Matrix weighted =
        x.corner.col(static_cast<Index>(c)).asDiagonal() * x.monomials.leftCols(columns);
    linalg::gemm(1.0, weighted, Transpose::no, one_sided[c], Transpose::no, 1.0,
                 factor.leftCols(columns));
  }
  return factor;
}

}  // namespace tkl
