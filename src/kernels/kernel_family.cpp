#include "tkl/kernel_family.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/product_form.hpp"
#include "kernels/shares.hpp"

namespace tkl {

namespace {

class JacobianFactorMap final : public FactorMap {
 public:
  explicit JacobianFactorMap(Matrix jacobian)
      : jacobian_(std::move(jacobian)),
        set_(FeasibleSet::Shape::symmetric, side(jacobian_.cols()), 0.0) {}

  Vector values(const Matrix& U) override {
    U_ = U;
    return jacobian_ * set_.to_vector(U * U.transpose());
  }
  Matrix pull_back(const Vector& v) const override {
    return set_.from_vector(jacobian_.transpose() * v) * U_;
  }

 private:
  /// s, from s(s+1)/2.
  static Index side(Index dimension) {
    return static_cast<Index>(std::sqrt(2.0 * static_cast<double>(dimension)));
  }

  Matrix jacobian_;
  FeasibleSet set_;
  Matrix U_;
};

}  // namespace

std::unique_ptr<FactorMap> Sensitivity::factor_map(const std::vector<Index>& rows) const {
  return std::make_unique<JacobianFactorMap>(jacobian(rows));
}

std::unique_ptr<FastProduct> KernelFamily::fast_product(const Matrix& /*P*/,
                                                        const Matrix& /*x*/) const {
  return nullptr;
}

std::optional<ProductForm> KernelFamily::product_form(const Matrix& /*P*/, const Matrix& /*x*/,
                                                      const Vector& /*w*/) const {
  return std::nullopt;
}

void KernelFamily::gram_into(const Matrix& P, const Matrix& x, const Threads& threads,
                             Matrix& out) const {
  out = gram(P, x, threads);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): a family that has a series takes it over
std::unique_ptr<GramSeries> KernelFamily::gram_series(const Matrix& /*x*/,
                                                      const Threads& /*threads*/) const {
  return nullptr;
}

Eigen::MatrixXf KernelFamily::kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                            const Threads& threads) const {
  return kernel(P, x, y, threads).cast<float>();
}

Eigen::MatrixXf KernelFamily::gram_single(const Matrix& P, const Matrix& x,
                                          const Threads& threads) const {
  return gram(P, x, threads).cast<float>();
}

Vector KernelFamily::product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                             const Threads& threads) const {
  // Blocks of one height, filled up with copies: what a matrix product does to a row may depend on
  // how many there are.
  constexpr Index block = 64;
  Vector out(x.rows());
  threads.for_each((x.rows() + block - 1) / block, [&](Index piece) {
    const Index i = piece * block;
    const Index height = std::min(block, x.rows() - i);
    Matrix points = x.row(i).replicate(block, 1);
    points.topRows(height) = x.middleRows(i, height);
    const Matrix rows = kernel(P, points, y, Threads(1)).transpose();
    for (Index r = 0; r < height; ++r) out(i + r) = rows.col(r).dot(v);
  });
  return out;
}

double centred_mean_diagonal(const KernelFamily& family, const Matrix& P, const Matrix& x,
                             const Vector& weights, const Threads& threads) {
  const Vector share = shares(weights, x.rows());
  const Matrix D = family.sensitivity(share, x, threads)->adjoint(share);
  return share.dot(family.diagonal(P, x)) - inner_product(D, P);
}

}  // namespace tkl
