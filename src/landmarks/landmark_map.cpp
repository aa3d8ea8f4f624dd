#include <algorithm>
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
    if (!linalg::parallel_cholesky(factor_, threads)) continue;
    inverse_ = Matrix::Identity(size(), size());
    linalg::parallel_solve_lower(factor_, inverse_, threads);
    return;
  }
  throw Error("the kernel matrix of the landmarks is not positive semidefinite");
}

Matrix LandmarkMap::features_of(const Matrix& x, const Threads& threads) const {
  const Matrix kernel = family_.kernel(P_, landmarks_, x, threads);
  Matrix features(size(), x.rows());
  constexpr Index tile = 256;
  const Index down = (size() + tile - 1) / tile;
  const Index across = (x.rows() + tile - 1) / tile;
  threads.for_each(down * across, [&](Index piece) {
    const Index i = piece % down * tile;
    const Index j = piece / down * tile;
    const Index height = std::min(tile, size() - i);
    const Index width = std::min(tile, x.rows() - j);
    // What is right of the diagonal of L⁻¹ is zero.
    linalg::gemm(1.0, inverse_.block(i, 0, height, i + height), linalg::Transpose::no,
                 kernel.block(0, j, i + height, width), linalg::Transpose::no, 0.0,
                 features.block(i, j, height, width));
  });
  return features;
}

Matrix LandmarkMap::to_weights(Matrix u) const {
  linalg::solve_lower_transposed(factor_, u);
  return u;
}

Vector LandmarkMap::from_kernel(const Vector& v) const {
  Matrix solved = v;
  linalg::solve_lower(factor_, solved);
  return solved.col(0);
}

}  // namespace tkl
