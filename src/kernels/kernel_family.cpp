#include "tkl/kernel_family.hpp"

#include "kernels/shares.hpp"

namespace tkl {

double centred_mean_diagonal(const KernelFamily& family, const Matrix& P, const Matrix& x,
                             const Vector& weights, const Threads& threads) {
  const Vector share = shares(weights, x.rows());
  const Matrix D = family.sensitivity(share, x, threads)->adjoint(share);
  return share.dot(family.diagonal(P, x)) - inner_product(D, P);
}

}  // namespace tkl
