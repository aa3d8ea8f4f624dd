#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// One kernel without parameters to learn.
struct FixedKernel {
  enum class Kind {
    gaussian,   ///< exp(-r²/2),  r = |x-y| / width
    matern,     ///< (1 + √3 r) exp(-√3 r): smoothness 3/2, rougher than a Gaussian
    polynomial  ///< (1 + x·y)^degree
  };
  static constexpr int largest_degree = 50;

  Kind kind = Kind::gaussian;
  double width = 1.0;
  int degree = 1;
  std::optional<Index> feature{};  ///< only this feature (0-based); unset: all of them
  double factor = 1.0;             ///< multiplies the kernel; see normalised()

  bool operator==(const FixedKernel&) const = default;
};

constexpr std::string_view to_string(FixedKernel::Kind kind) {
  switch (kind) {
    case FixedKernel::Kind::gaussian: return "gaussian";
    case FixedKernel::Kind::matern: return "matern";
    case FixedKernel::Kind::polynomial: return "polynomial";
  }
  return "unknown";
}

struct KernelListOptions {
  Index features = 1;
  std::vector<FixedKernel> kernels{};
  double tau = 1e-3;
  double scale = 1.0;
  /// Multiplies each feature before any kernel sees it, so that a width means something else for
  /// each; empty: all ones.
  Vector feature_scale{};
};

/// A weighted sum of given kernels, k_p = scale · Σ_j p_j k_j with p on the scaled simplex: multiple
/// kernel learning in SimpleMKL's setting (docs/math.md §7). With one kernel in the list nothing is
/// learned and the fit is a plain SVM, for example a Gaussian one.
class KernelList final : public KernelFamily {
 public:
  /// Throws an Error for an empty list, a width or feature scale that is not positive, a degree
  /// below 1 or a feature out of range.
  explicit KernelList(KernelListOptions options);

  /// The same list with each kernel's factor set so that its mean diagonal over x is 1, under the
  /// weights (empty: all ones): without it the simplex compares kernels of different size.
  static KernelList normalised(KernelListOptions options, const Matrix& x,
                               const Vector& weights = {});

  const KernelListOptions& options() const { return options_; }

  Index features() const override { return options_.features; }
  const FeasibleSet& feasible_set() const override { return feasible_set_; }
  Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                const Threads& threads) const override;
  Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const override;
  Eigen::MatrixXf kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                const Threads& threads) const override;
  Eigen::MatrixXf gram_single(const Matrix& P, const Matrix& x,
                              const Threads& threads) const override;
  Vector product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                 const Threads& threads) const override;
  Vector diagonal(const Matrix& P, const Matrix& x) const override;
  std::unique_ptr<Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                           const Threads& threads) const override;
  std::optional<ProductForm> product_form(const Matrix& P, const Matrix& x,
                                          const Vector& w) const override;
  std::shared_ptr<const KernelFamily> scaled(double factor) const override;

 private:
  /// The points as the kernels see them.
  Matrix stretched(const Matrix& x) const;

  /// out += k_P(x_i, y_j), stretched already.
  template <class Out>
  void add_all(const Matrix& P, const Matrix& x, const Matrix& y, Out&& out) const;
  template <class Out>
  Out kernel_matrix(const Matrix& P, const Matrix& x, const Matrix& y,
                    const Threads& threads) const;
  template <class Out>
  Out gram_matrix(const Matrix& P, const Matrix& x, const Threads& threads) const;

  KernelListOptions options_;
  FeasibleSet feasible_set_;
};

/// "gaussian:0.5", "matern:1", "polynomial:2", "gaussian:0.5@3" (third feature only), separated by commas.
std::vector<FixedKernel> parse_kernel_list(const std::string& text);
std::string to_string(const FixedKernel& kernel);

}  // namespace tkl
