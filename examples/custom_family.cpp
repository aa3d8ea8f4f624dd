// Learning needs to know only three things of a kernel: K(P), how K(P)w depends on P, and where P
// may lie. This program brings a family of its own, a weighted sum of Laplace kernels of several
// widths, and learns the weights with the same certificate as any other family.
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>

#include "tkl/tkl.hpp"

namespace {

using tkl::Index;
using tkl::Matrix;
using tkl::Threads;
using tkl::Vector;

constexpr std::array<double, 4> widths = {0.05, 0.2, 1.0, 5.0};

Matrix laplace(double width, const Matrix& x, const Matrix& y) {
  Matrix out(x.rows(), y.rows());
  for (Index j = 0; j < y.rows(); ++j) {
    out.col(j) = (-(x.rowwise() - y.row(j)).cwiseAbs().rowwise().sum() / width).array().exp();
  }
  return out;
}

/// K(p)w = Σ p_j K_j w: column j holds K_j w.
class LaplaceSensitivity final : public tkl::Sensitivity {
 public:
  explicit LaplaceSensitivity(Matrix products) : products_(std::move(products)) {}
  Matrix adjoint(const Vector& v) const override { return products_.transpose() * v; }
  Matrix jacobian(const std::vector<Index>& rows) const override {
    return products_(rows, Eigen::all);
  }

 private:
  Matrix products_;
};

class LaplaceSum final : public tkl::KernelFamily {
 public:
  explicit LaplaceSum(Index features, double scale = 1.0)
      : features_(features),
        scale_(scale),
        set_(tkl::FeasibleSet::Shape::diagonal, static_cast<Index>(widths.size()), 0.0) {}

  Index features() const override { return features_; }
  const tkl::FeasibleSet& feasible_set() const override { return set_; }

  Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y, const Threads&) const override {
    Matrix out = Matrix::Zero(x.rows(), y.rows());
    for (std::size_t j = 0; j < widths.size(); ++j) {
      out += scale_ * P(static_cast<Index>(j), 0) * laplace(widths[j], x, y);
    }
    return out;
  }
  Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const override {
    return kernel(P, x, x, threads);
  }
  Vector diagonal(const Matrix& P, const Matrix& x) const override {
    return Vector::Constant(x.rows(), scale_ * P.sum());
  }
  std::unique_ptr<tkl::Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                                const Threads&) const override {
    Matrix products(x.rows(), static_cast<Index>(widths.size()));
    for (std::size_t j = 0; j < widths.size(); ++j) {
      products.col(static_cast<Index>(j)) = scale_ * laplace(widths[j], x, x) * w;
    }
    return std::make_unique<LaplaceSensitivity>(std::move(products));
  }
  std::shared_ptr<const tkl::KernelFamily> scaled(double factor) const override {
    return std::make_shared<LaplaceSum>(features_, factor * scale_);
  }

 private:
  Index features_;
  double scale_;
  tkl::FeasibleSet set_;
};

}  // namespace

int main() {
  const tkl::Dataset data = tkl::generate("step", {.rows = 120, .noise = 0.1, .seed = 1});
  const Matrix x = tkl::FeatureScaler(data.points).transform(data.points);
  const auto problem = tkl::SvmProblem::regression(
      tkl::TargetScaler(data.target, {}).transform(data.target), Vector::Constant(120, 1.0), 0.1);
  const tkl::LearnResult result = tkl::learn(LaplaceSum(data.features()), x, problem);
  std::printf("certified gap %.1e; weights of widths 0.05, 0.2, 1, 5:", result.relative_gap());
  for (Index j = 0; j < result.P.rows(); ++j) std::printf(" %.2f", result.P(j, 0));
  std::printf("\n");
  return result.status == tkl::Status::converged ? 0 : 1;
}
