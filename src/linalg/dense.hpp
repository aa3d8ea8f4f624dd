#pragma once

#include "tkl/matrix.hpp"

/// The few dense operations whose speed matters, on BLAS and LAPACK where the library is built with
/// them and on Eigen elsewhere. Each call runs on the calling thread alone: the library has threads
/// of its own, and a BLAS that splits sums over threads would make results depend on their number.
namespace tkl::linalg {

using ConstBlock = Eigen::Ref<const Matrix, 0, Eigen::OuterStride<>>;
using Block = Eigen::Ref<Matrix, 0, Eigen::OuterStride<>>;
using ConstSingleBlock = Eigen::Ref<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using SingleBlock = Eigen::Ref<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;

enum class Transpose { no, yes };

/// C ← α op(A) op(B) + β C.
void gemm(double alpha, const ConstBlock& a, Transpose transpose_a, const ConstBlock& b,
          Transpose transpose_b, double beta, Block c);
void gemm(float alpha, const ConstSingleBlock& a, Transpose transpose_a, const ConstSingleBlock& b,
          Transpose transpose_b, float beta, SingleBlock c);

/// Overwrites the lower triangle of A by L with A = LLᵀ; the upper triangle is not touched.
/// Returns false if A is not numerically positive definite; A is then undefined.
bool cholesky(Block a);
bool cholesky(SingleBlock a);

/// Overwrites the lower triangular L by the inverse of LLᵀ, both triangles.
void invert_product(Matrix& l);

/// Overwrites a symmetric A, of which the lower triangle is read, by its eigenvectors, one a column,
/// and returns the eigenvalues in ascending order.
Vector eigen_symmetric(Matrix& a);

/// A ← A - BBᵀ, lower triangle only.
void subtract_square(const ConstBlock& b, Block a);
void subtract_square(const ConstSingleBlock& b, SingleBlock a);

/// B ← BL⁻ᵀ for a lower triangular L.
void divide_by_transposed(const ConstBlock& l, Block b);
void divide_by_transposed(const ConstSingleBlock& l, SingleBlock b);

/// B ← L⁻¹B and B ← L⁻ᵀB for a lower triangular L.
void solve_lower(const ConstBlock& l, Block b);
void solve_lower_transposed(const ConstBlock& l, Block b);
void solve_lower(const ConstSingleBlock& l, SingleBlock b);
void solve_lower_transposed(const ConstSingleBlock& l, SingleBlock b);

/// Overwrites the columns of A, at least as many rows as columns, by an orthonormal basis of what they
/// span, by Householder's reflections.
void orthonormalise(Eigen::MatrixXf& a);

}  // namespace tkl::linalg
