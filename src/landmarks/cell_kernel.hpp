#pragma once

#include <memory>
#include <span>
#include <vector>

#include "landmarks/features.hpp"
#include "linalg/packed_symmetric.hpp"
#include "svm/kernel_matrix.hpp"

namespace tkl {

/// The matrix of the kernel that is exact within a cell, and what the landmarks see of it between two
/// (docs/math.md §13):
///
///   K̃ = ΦΦᵀ + R,   R_ij = k(x_i, x_j) - φ(x_i)ᵀφ(x_j) within a cell, 0 between two.
///
/// Positive semidefinite, as a sum of such matrices. R is kept, 2 bytes for each pair of a cell; a
/// product reads Φ and R once.
class CellKernel final : public KernelMatrix {
 public:
  /// For some rows of Φ and x, with the cell of each of them. Refers to the features.
  CellKernel(const LandmarkMap& map, const Features& features, const Matrix& x,
             const std::vector<Index>& rows, const std::vector<Index>& cell, Index cells,
             const Threads& threads);

  void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const override;
  Eigen::MatrixXf cross(const std::vector<Index>& rows,
                        const std::vector<Index>& columns) const override;
  Matrix block(const std::vector<Index>& rows) const override;
  void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const override;
  double product_work(Index columns) const override;

  double structured_work(Index rows) const override;
  std::unique_ptr<Preconditioner> structured_inverse(const KernelMatrix& whole) const override;

  /// Φᵀw over the rows of each cell, a column each.
  Matrix features_by_cell(const Vector& w) const;

  const Features& features() const { return features_; }
  /// The same rows, by their positions in Φ.
  std::vector<Index> in_features(const std::vector<Index>& rows) const;
  /// Where in the list the rows of each cell are.
  std::vector<std::vector<Index>> by_cell(const std::vector<Index>& rows) const;
  /// R for some rows of one cell, both triangles.
  Eigen::MatrixXf rest_of(const std::vector<Index>& rows) const;

 private:
  /// The rows of one cell, and R there.
  struct Cell {
    std::vector<Index> members;  // ascending
    linalg::PackedSymmetric rest;
  };
  struct Parts {
    std::vector<Cell> cells;
    Vector diagonal;
  };
  static Parts make_parts(const LandmarkMap& map, const Features& features, const Matrix& x,
                          const std::vector<Index>& rows, const std::vector<Index>& cell,
                          Index cells, const Threads& threads);
  CellKernel(const Features& features, std::vector<Index> rows, const std::vector<Index>& cell,
             Parts parts, const Threads& threads);

  /// R_ij.
  double rest(Index i, Index j) const;

  const Features& features_;
  std::vector<Index> rows_;   // of Φ
  std::vector<Index> cell_;   // of each row
  std::vector<Index> place_;  // of each row in its cell
  std::vector<Cell> cells_;
};

/// The bytes that R takes in cells of so many rows.
inline double cell_memory(double rows, double cell_rows) { return 2.0 * rows * cell_rows; }

}  // namespace tkl
