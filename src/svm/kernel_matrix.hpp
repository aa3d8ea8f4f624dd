#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "svm/preconditioner.hpp"
#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// A kernel matrix as the solvers see it: symmetric, m × m, and asked only for what they need of
/// it, so that they do not care whether it is held in memory or computed when asked.
///
/// Entries are K_ij - c_i - c_j, with some c of the matrix: nothing but what makes rows differ. Weights
/// whose sum is given make no difference between that and K_ij, but single precision does where a kernel is
/// almost constant. Products are with K itself.
class KernelMatrix {
 public:
  virtual ~KernelMatrix() = default;

  Index size() const { return diagonal_.size(); }
  /// Of the entries.
  const Vector& diagonal() const { return diagonal_; }
  const Threads& threads() const { return threads_; }

  /// The lower triangle of the entries (rows, rows), rounded to single precision, into the top left of
  /// `out`.
  virtual void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const = 0;

  /// The entries (rows, columns), rounded to single precision.
  virtual Eigen::MatrixXf cross(const std::vector<Index>& rows,
                                const std::vector<Index>& columns) const = 0;

  /// The entries (rows, rows), symmetric.
  virtual Matrix block(const std::vector<Index>& rows) const = 0;

  /// f ← f + K(:, columns)·v.
  virtual void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const = 0;

  /// Nanoseconds, by a model of the costs, that one thread takes for a product with so many columns.
  virtual double product_work(Index columns) const = 0;

  /// The same for preparing structured_inverse() for so many rows; 0 if there is none.
  virtual double structured_work(Index /*rows*/) const { return 0.0; }
  /// An inverse of parts of the matrix, or nearly that, where its structure makes it cheap; else nothing.
  /// `whole` is this matrix, or it with more on the diagonal.
  virtual std::unique_ptr<Preconditioner> structured_inverse(const KernelMatrix& whole) const;

  /// What of the diagonal is not the kernel's.
  virtual double ridge(Index /*row*/) const { return 0.0; }

  /// K·w, from the nonzero weights.
  Vector multiply(const Vector& w) const;

 protected:
  /// Nothing is in common until take_out_common().
  KernelMatrix(Vector diagonal, const Threads& threads)
      : diagonal_(std::move(diagonal)),
        common_(Vector::Zero(diagonal_.size())),
        threads_(threads) {}

  /// c.
  const Vector& common() const { return common_; }
  void take_out_common();

  /// f ← f + columns(:, which)·v for a matrix held in memory, in single precision or double.
  template <class T>
  void add_columns(const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>& columns,
                   const std::vector<Index>& which, const Vector& v, Vector& f) const;

 private:
  Vector diagonal_;
  Vector common_;
  Threads threads_;
};

/// A kernel matrix held in memory. Refers to K, which must outlive it.
template <class T>
class HeldKernel final : public KernelMatrix {
 public:
  using Held = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

  HeldKernel(const Held& K, const Threads& threads);

  void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const override;
  Eigen::MatrixXf cross(const std::vector<Index>& rows,
                        const std::vector<Index>& columns) const override;
  Matrix block(const std::vector<Index>& rows) const override;
  void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const override;
  double product_work(Index columns) const override;

 private:
  const Held& K_;
};

using DenseKernel = HeldKernel<double>;
/// Another matrix than the kernel's, if only by rounding: what is found with it certifies nothing.
using SingleKernel = HeldKernel<float>;

/// Another kernel matrix with more on its diagonal, and the same in common. Refers to it.
class RidgedKernel final : public KernelMatrix {
 public:
  RidgedKernel(const KernelMatrix& kernel, Vector ridge);

  void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const override;
  Eigen::MatrixXf cross(const std::vector<Index>& rows,
                        const std::vector<Index>& columns) const override;
  Matrix block(const std::vector<Index>& rows) const override;
  void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const override;
  double product_work(Index columns) const override { return kernel_.product_work(columns); }
  double structured_work(Index rows) const override { return kernel_.structured_work(rows); }
  std::unique_ptr<Preconditioner> structured_inverse(const KernelMatrix& whole) const override {
    return kernel_.structured_inverse(whole);
  }
  double ridge(Index row) const override { return ridge_(row); }

 private:
  const KernelMatrix& kernel_;
  Vector ridge_;
};

}  // namespace tkl
