#include "svm/face.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/dense.hpp"
#include "linalg/parallel.hpp"
#include "tkl/error.hpp"

namespace tkl {

std::vector<Index> free_rows(const SvmProblem& problem, const Vector& w) {
  std::vector<Index> rows;
  for (Index i = 0; i < w.size(); ++i) {
    const bool at_kink = w(i) == 0.0 && problem.epsilon > 0.0;
    if (w(i) > problem.lower(i) && w(i) < problem.upper(i) && !at_kink) rows.push_back(i);
  }
  return rows;
}

std::vector<Index> free_support(const SvmProblem& problem, const Vector& w) {
  std::vector<Index> rows = free_rows(problem, w);
  std::erase_if(rows, [&](Index i) { return w(i) == 0.0; });
  return rows;
}

FaceSystem::FaceSystem(const KernelMatrix& K, const std::vector<Index>& rows)
    : threads_(K.threads()),
      factor_(K.block(rows)),
      whitened_ones_(Vector::Ones(static_cast<Index>(rows.size()))) {
  const Vector diagonal = factor_.diagonal();
  double jitter = 1e-13 * diagonal.cwiseAbs().mean();
  while (true) {
    factor_.diagonal() = diagonal.array() + jitter;
    if (linalg::parallel_cholesky(factor_, K.threads())) break;
    // The factorisation destroyed only the lower triangle.
    factor_.triangularView<Eigen::StrictlyLower>() = factor_.transpose();
    jitter = std::max(10.0 * jitter, 1e-300);
    if (!std::isfinite(jitter)) {
      throw Error("the kernel matrix is too large for floating point; rescale the kernel");
    }
  }
  linalg::solve_lower(factor_, whitened_ones_);
}

Matrix FaceSystem::whiten(Matrix J) const {
  linalg::parallel_solve_lower(factor_, J, threads_);
  const Vector direction = whitened_ones_.normalized();
  J -= direction * (direction.transpose() * J).eval();
  return J;
}

Vector FaceSystem::times(const Vector& v) const {
  Matrix out = v;
  linalg::solve_lower(factor_, out);
  const Vector direction = whitened_ones_.normalized();
  out -= direction * (direction.transpose() * out).eval();
  linalg::solve_lower_transposed(factor_, out);
  return out;
}

}  // namespace tkl
