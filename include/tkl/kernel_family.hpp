#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tkl/feasible_set.hpp"
#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl {

struct ProductForm;

/// U ↦ K(UUᵀ)w on some rows, at a fixed w: what a parameter of low rank needs, in its own size.
class FactorMap {
 public:
  virtual ~FactorMap() = default;

  /// <N_i, UUᵀ> for each of the rows.
  virtual Vector values(const Matrix& U) = 0;

  /// Σ_i v_i N_i U, at the U whose values were asked for last: half the gradient of v·values(U).
  virtual Matrix pull_back(const Vector& v) const = 0;
};

/// How the vector K(P)w depends on P at a fixed w: the linear map P ↦ K(P)w, row by row
/// (K(P)w)_i = <N_i, P>, for the rows i with w_i ≠ 0. One pass over the pairs of support vectors
/// yields all that learning needs of it.
class Sensitivity {
 public:
  virtual ~Sensitivity() = default;

  /// Σ_i v_i N_i over the support, symmetric. With v = w this is D(w): wᵀK(P)w = <D(w), P>.
  virtual Matrix adjoint(const Vector& v) const = 0;

  /// One row FeasibleSet::to_vector(N_i) for each i in rows: the Jacobian of K(P)w there.
  /// Requires w_i ≠ 0 in these rows.
  virtual Matrix jacobian(const std::vector<Index>& rows) const = 0;

  /// The same for P = UUᵀ. By default through the Jacobian. Requires P to be a symmetric matrix.
  virtual std::unique_ptr<FactorMap> factor_map(const std::vector<Index>& rows) const;
};

/// v ↦ gram(P, x)·v for one P and x, prepared for many v, in a time that grows little faster than the
/// number of points.
class FastProduct {
 public:
  virtual ~FastProduct() = default;

  virtual Vector times(const Vector& v, const Threads& threads) const = 0;
  /// Nanoseconds, by a model of the costs, that one thread takes.
  virtual double work() const = 0;
};

/// Kernel matrices of one set of points at many P, for P = τI + a matrix of low rank. What does not
/// depend on P is kept: 16 bytes for each pair of points.
class GramSeries {
 public:
  virtual ~GramSeries() = default;

  /// out = gram(P, x) but for rounding. False, and nothing done, if the rank is not low.
  virtual bool gram_into(const Matrix& P, const Threads& threads, Matrix& out) const = 0;
};

/// A set of kernels k_P that is linear in its parameter P: all that the learning algorithm knows of
/// a kernel (docs/math.md §2). Immutable; safe to use from several threads. Points are one a row,
/// already scaled.
class KernelFamily {
 public:
  virtual ~KernelFamily() = default;

  /// Number of features n of a point.
  virtual Index features() const = 0;

  /// The set X of allowed P.
  virtual const FeasibleSet& feasible_set() const = 0;

  /// out(i, j) = k_P(x_i, y_j). P need not be feasible: any P of the right size will do, so that
  /// differences of kernels can be evaluated too.
  virtual Matrix kernel(const Matrix& P, const Matrix& x, const Matrix& y,
                        const Threads& threads) const = 0;

  /// kernel(P, x, x), exactly symmetric.
  virtual Matrix gram(const Matrix& P, const Matrix& x, const Threads& threads) const = 0;

  /// out = gram(P, x), in the memory that `out` has if it has the size: fresh memory of that size
  /// can take longer to get than to fill.
  virtual void gram_into(const Matrix& P, const Matrix& x, const Threads& threads,
                         Matrix& out) const;

  /// For families whose kernel takes long to evaluate anew; else nothing.
  virtual std::unique_ptr<GramSeries> gram_series(const Matrix& x, const Threads& threads) const;

  /// The same in single precision, for those who can bear it: half the memory and, in families
  /// that compute in single precision throughout, twice the speed. Errors are about 1e-6 of the
  /// largest entry. By default the double kernel, rounded.
  virtual Eigen::MatrixXf kernel_single(const Matrix& P, const Matrix& x, const Matrix& y,
                                        const Threads& threads) const;
  virtual Eigen::MatrixXf gram_single(const Matrix& P, const Matrix& x,
                                      const Threads& threads) const;

  /// kernel(P, x, y) · v, in memory for the points and not for the pairs. Entry i does not depend
  /// on the other rows of x, down to the last bit.
  virtual Vector product(const Matrix& P, const Matrix& x, const Matrix& y, const Vector& v,
                         const Threads& threads) const;

  /// For the few families and points that have one; else nothing.
  virtual std::unique_ptr<FastProduct> fast_product(const Matrix& P, const Matrix& x) const;

  /// k_P(x_i, x_i).
  virtual Vector diagonal(const Matrix& P, const Matrix& x) const = 0;

  /// P ↦ K(P)w on the points x.
  virtual std::unique_ptr<Sensitivity> sensitivity(const Vector& w, const Matrix& x,
                                                   const Threads& threads) const = 0;

  /// y ↦ Σ_i w_i k_P(x_i, y) as a sum of products of functions of one feature, if it is one of the
  /// form that ProductForm describes.
  virtual std::optional<ProductForm> product_form(const Matrix& P, const Matrix& x,
                                                  const Vector& w) const;

  /// The same family with every kernel multiplied by factor > 0.
  virtual std::shared_ptr<const KernelFamily> scaled(double factor) const = 0;
};

/// Mean of k_P(x_i,x_i) minus mean of k_P(x_i,x_j), under weights: the part of the kernel that an
/// SVM with a bias can see (docs/math.md §8). Its inverse is the default kernel scale.
double centred_mean_diagonal(const KernelFamily& family, const Matrix& P, const Matrix& x,
                             const Vector& weights, const Threads& threads);

}  // namespace tkl
