#include "landmarks/cell_preconditioner.hpp"

#include <algorithm>
#include <utility>

#include "linalg/dense.hpp"
#include "linalg/parallel.hpp"

namespace tkl {

bool CellPreconditioner::factorise(const Eigen::MatrixXf& block, Factor& factor) const {
  const float mean = block.diagonal().cwiseAbs().mean();
  for (float share = 1e-6F; share < 1.0F; share *= 10.0F) {
    factor.L = block;
    factor.L.diagonal().array() += share * mean;
    if (linalg::parallel_cholesky(factor.L, whole_.threads())) return true;
  }
  return false;
}

bool CellPreconditioner::prepare(const std::vector<Index>& rows, double shift) {
  const Threads& threads = whole_.threads();
  rows_ = kernel_.in_features(rows);
  factors_.clear();  // before there are others
  const Index r = kernel_.features().dimension();
  Eigen::MatrixXf negative = -Eigen::MatrixXf::Identity(r, r);  // -H
  // Of entries of K̃, from which R is what the landmarks leave.
  const double rounding = 1e-6 * kernel_.diagonal().cwiseAbs().mean();
  for (std::vector<Index>& positions : kernel_.by_cell(rows)) {
    if (positions.empty()) continue;
    std::vector<Index> own;
    own.reserve(positions.size());
    for (const Index k : positions) own.push_back(rows[static_cast<std::size_t>(k)]);
    Eigen::MatrixXf block = kernel_.rest_of(own);
    // Where nothing is on the diagonal, B is nearly singular, and H⁻¹ would have to undo what B⁻¹ did to
    // more digits than there are.
    constexpr double least_share = 0.01;
    const double least =
        std::max(least_share * static_cast<double>(block.diagonal().mean()), rounding);
    for (Index k = 0; k < block.rows(); ++k) {
      const double added = whole_.ridge(own[static_cast<std::size_t>(k)]) + shift;
      block(k, k) += static_cast<float>(std::max(added, least));
    }
    Factor factor;
    if (!block.allFinite() || !factorise(block, factor)) return false;
    Eigen::MatrixXf phi = kernel_.features().columns(kernel_.in_features(own)).transpose();
    linalg::parallel_solve_lower(factor.L, phi, threads);
    linalg::parallel_subtract_square(phi, negative, threads);
    factor.positions = std::move(positions);
    factors_.push_back(std::move(factor));
  }
  work_ += kernel_.structured_work(std::ssize(rows));
  for (double share = 0.0; share < 1.0; share = std::max(1e-7, 10.0 * share)) {
    root_ = -negative.cast<double>();
    root_.diagonal() *= 1.0 + share;
    if (linalg::parallel_cholesky(root_, threads)) return true;
  }
  return false;
}

Vector CellPreconditioner::divide(const Vector& r) const {
  Vector out(r.size());
  whole_.threads().for_each(std::ssize(factors_), [&](Index number) {
    const Factor& factor = factors_[static_cast<std::size_t>(number)];
    Eigen::VectorXf own = r(factor.positions).cast<float>();
    factor.L.triangularView<Eigen::Lower>().solveInPlace(own);
    factor.L.triangularView<Eigen::Lower>().transpose().solveInPlace(own);
    out(factor.positions) = own.cast<double>();
  });
  return out;
}

Vector CellPreconditioner::apply(const Vector& r) const {
  // Single precision has a small range, too.
  const double scale = r.cwiseAbs().maxCoeff();
  if (!(scale > 0.0)) return Vector::Zero(r.size());
  const Vector divided = divide(r / scale);
  Matrix u = kernel_.features().transposed_times(rows_, divided);
  linalg::solve_lower(root_, u);
  linalg::solve_lower_transposed(root_, u);
  return scale * (divided - divide(kernel_.features().times(rows_, u.col(0))));
}

}  // namespace tkl
