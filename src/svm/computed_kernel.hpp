#pragma once

#include <memory>
#include <unordered_map>

#include "svm/kernel_matrix.hpp"
#include "tkl/kernel_family.hpp"

namespace tkl {

/// A kernel matrix that is computed when asked, for problems whose matrix does not fit into memory.
/// Columns of small products are kept as long as there is room; those not used for longest make room
/// for others. Not to be used from several threads at a time.
class ComputedKernel final : public KernelMatrix {
 public:
  /// K(P) on the points x. `cache_bytes` may be zero. Refers to family and x.
  ComputedKernel(const KernelFamily& family, Matrix P, const Matrix& x, double cache_bytes,
                 const Threads& threads);

  void gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const override;
  Eigen::MatrixXf cross(const std::vector<Index>& rows,
                        const std::vector<Index>& columns) const override;
  Matrix block(const std::vector<Index>& rows) const override;
  void add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const override;
  double product_work(Index columns) const override;

 private:
  /// The entries (rows, columns), or of square ones the lower triangle, into the top left of `out`.
  void compute_entries(const std::vector<Index>& rows, const std::vector<Index>& columns,
                       bool only_lower, Eigen::Ref<Eigen::MatrixXf> out) const;
  /// Finds room for columns that are not in the cache; fewer than asked if there is none.
  std::vector<Index> make_room(std::size_t wanted) const;

  const KernelFamily& family_;
  Matrix P_;
  const Matrix& x_;

  std::unique_ptr<FastProduct> fast_;  // if there is one
  Index capacity_;
  mutable Matrix cache_;                            // one column a slot
  mutable std::unordered_map<Index, Index> slots_;  // column of K to slot
  mutable std::vector<Index> columns_;              // slot to column of K; -1: empty
  mutable std::vector<long> last_use_;              // of each slot
  mutable long clock_ = 0;
};

}  // namespace tkl
