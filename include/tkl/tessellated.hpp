#pragma once

#include <string>

#include "tkl/kernel_family.hpp"

namespace tkl {

/// The box [a, b] over which tessellated kernels integrate, in scaled units: training data fill
/// [0, 1]^n. Distances from data to the box set how strongly features interact (docs/math.md §8).
struct Box {
  Vector lower;
  Vector upper;

  /// [-bound, 1 + bound]^n. Requires bound > 0.
  static Box around_unit_cube(Index features, double bound);
  /// The same with a bound for each feature.
  static Box around_unit_cube(const Vector& bounds);
};

/// Which monomials x^δ z^γ of total degree at most d make up the basis Z(z, x).
enum class Basis {
  x,    ///< γ = 0: q = C(n+d, d). What all published experiments used.
  full  ///< all: q = C(2n+d, d). The paper's definition.
};

struct TessellatedOptions {
  Box box{};
  int degree = 1;
  Basis basis = Basis::x;
  double tau = 1e-3;
  double scale = 1.0;
  /// The kernel's mean over all 2^n ways to mirror features within the box, monomials kept
  /// (docs/math.md §10): then no end of a feature is special, and many features do not make the
  /// corners above points vanish. Needs the x basis.
  bool reflected = false;
  /// Multiplies each of the 2q functions of N; empty: all ones, as in the paper.
  Vector function_scale{};
};

/// The function_scale that gives every function of N unit mean square over the points x, under the
/// weights (empty: all ones). Without it the trace constraint compares functions whose sizes differ
/// by orders of magnitude when there are many features (docs/math.md §8). The set of kernels up to
/// a factor is the same.
Vector unit_function_scale(const TessellatedOptions& options, const Matrix& x,
                           const Vector& weights);

/// Tessellated kernels (docs/math.md §2)
///
///   k_P(x, y) = scale · ∫ N(z,x)ᵀ Λ P Λ N(z,y) dμ(z),
///   N(z,x) = [ Z(z,x) 1{z ≥ x} ; Z(z,x) (1 - 1{z ≥ x}) ],   Λ = diag(function_scale),
///
/// with μ the uniform probability on the box, so that nothing overflows with many features. P is
/// 2q × 2q. A pair of points costs O(q) in the x basis; in the full basis O(number of distinct sums
/// γ_i + γ_j), which is O(n²) for d = 1.
class Tessellated final : public KernelFamily {
 public:
  /// Throws an Error for a box that is empty or not finite, a negative degree, a basis of more than
  /// 5000 functions, or reflections of the full basis.
  explicit Tessellated(TessellatedOptions options);
  ~Tessellated() override;

  const TessellatedOptions& options() const { return options_; }

  /// Π(b_l - a_l): multiplying by it turns the probability measure into the paper's Lebesgue measure.
  double volume() const;

  Index features() const override { return options_.box.lower.size(); }
  const FeasibleSet& feasible_set() const override { return feasible_set_; }
  Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                const Threads& threads) const override;
  Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const override;
  void gram_into(const Matrix& P, const Matrix& x, const Threads& threads,
                 Matrix& out) const override;
  /// For up to three features and the x basis.
  std::unique_ptr<FastProduct> fast_product(const Matrix& P, const Matrix& x) const override;
  Vector diagonal(const Matrix& P, const Matrix& x) const override;
  std::unique_ptr<GramSeries> gram_series(const Matrix& x, const Threads& threads) const override;
  Eigen::MatrixXf kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                const Threads& threads) const override;
  Eigen::MatrixXf gram_single(const Matrix& P, const Matrix& x,
                              const Threads& threads) const override;
  Vector product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                 const Threads& threads) const override;
  std::unique_ptr<Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                           const Threads& threads) const override;
  std::optional<ProductForm> product_form(const Matrix& P, const Matrix& x,
                                          const Vector& w) const override;
  std::shared_ptr<const KernelFamily> scaled(double factor) const override;

 private:
  /// scale · ΛPΛ
  Matrix rescaled(const Matrix& P) const;
  class TessellatedTiles tiles_of(const Matrix& P) const;

  TessellatedOptions options_;
  std::shared_ptr<const class TessellatedBasis> basis_;
  std::shared_ptr<const class CornerPolynomial> polynomial_;
  FeasibleSet feasible_set_;
};

}  // namespace tkl
