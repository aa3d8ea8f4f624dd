#pragma once

#include <span>

#include "tkl/matrix.hpp"
#include "tkl/threads.hpp"

namespace tkl::linalg {

/// A wide matrix Φ kept in single precision, of which any columns can be used at a time. All
/// arithmetic is in double precision, and the same bit for bit for any number of threads.
class SingleColumns {
 public:
  SingleColumns(Eigen::MatrixXf columns, const Threads& threads);

  Index rows() const { return columns_.rows(); }

  /// Some of them, as they are kept.
  Eigen::MatrixXf columns(std::span<const Index> which) const;

  Vector squared_norms(std::span<const Index> which) const;

  /// φ_iᵀu for each of the columns.
  Vector transposed_times(std::span<const Index> which, const Vector& u) const;

  /// Σ_i w_i φ_i.
  Vector times(std::span<const Index> which, const Vector& w) const;

  /// square += Σ_i h_i φ_i φ_iᵀ, lower triangle, and sum += Σ_i h_i φ_i. Requires h ≥ 0.
  void add_weighted_square(std::span<const Index> which, const Vector& h, Matrix& square,
                           Vector& sum) const;

 private:
  template <class Body>
  void for_each_piece(std::span<const Index> which, const Body& body) const;
  /// body(piece, position of its first column, where its columns begin).
  template <class Body>
  void for_each_span(std::span<const Index> which, const Body& body) const;

  Threads threads_;
  Eigen::MatrixXf columns_;
};

}  // namespace tkl::linalg
