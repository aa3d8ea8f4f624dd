#include <cmath>
#include <utility>

#include "landmarks/features.hpp"
#include "linalg/dense.hpp"
#include "linalg/parallel.hpp"
#include "tkl/error.hpp"

namespace tkl {

LandmarkMap::LandmarkMap(const KernelFamily& family, Matrix P, Matrix landmarks,
                         const Threads& threads)
    : family_(family), P_(std::move(P)), landmarks_(std::move(landmarks)) {
  const Matrix gram = family_.gram(P_, landmarks_, threads);
  const double mean = gram.trace() / static_cast<double>(size());
  if (!std::isfinite(mean)) {
    throw Error(
        "the kernel matrix has entries that are not finite; rescale the features or choose "
        "a lower degree");
  }
  // Landmarks that are almost alike, or a kernel of low rank, leave no factor without some of I.
  for (double share = 1e-10; share < 1.0; share *= 10.0) {
    factor_ = gram;
    factor_.diagonal().array() += share * (mean > 0.0 ? mean : 1.0);
    if (linalg::parallel_cholesky(factor_, threads)) return;
  }
  throw Error("the kernel matrix of the landmarks is not positive semidefinite");
}

Matrix LandmarkMap::features_of(const Matrix& x, const Threads& threads) const {
  Matrix features = family_.kernel(P_, landmarks_, x, threads);
  linalg::parallel_solve_lower(factor_, features, threads);
  return features;
}

Vector LandmarkMap::to_weights(const Vector& u) const {
  Matrix c = u;
  linalg::solve_lower_transposed(factor_, c);
  return c.col(0);
}

Vector LandmarkMap::from_kernel(const Vector& v) const {
  Matrix solved = v;
  linalg::solve_lower(factor_, solved);
  return solved.col(0);
}

}  // namespace tkl
