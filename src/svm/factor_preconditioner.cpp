#include "svm/factor_preconditioner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/large_matrix.hpp"
#include "linalg/parallel.hpp"

namespace tkl {

namespace {

/// Changing a row costs twice as many operations as its share of a new factor, and more memory.
constexpr Index rows_for_one_change = 8;

}  // namespace

bool FactorPreconditioner::prepare(const std::vector<Index>& rows, double shift) {
  rows_ = rows;
  if (shift != shift_) base_.clear();
  shift_ = shift;
  return border() || factorise();
}

bool FactorPreconditioner::refresh() {
  const bool is_changed = coupling_.columns.cols() + dropped_.cols() > 0;
  return is_changed && factorise();
}

bool FactorPreconditioner::factorise() {
  base_ = rows_;
  const auto size = static_cast<Index>(base_.size());
  kept_from_.resize(base_.size());
  for (Index k = 0; k < size; ++k) kept_from_[static_cast<std::size_t>(k)] = k;
  kept_to_ = kept_from_;
  added_.clear();
  coupling_ = {{}, Eigen::MatrixXf(size, 0)};
  inverse_ = coupling_;
  corner_.resize(0, 0);
  dropped_.resize(size, 0);
  // Rounding in single precision makes eigenvalues negative that are smaller than this.
  const double rounding = 1e-9 * static_cast<double>(size);
  jitter_ = static_cast<float>(std::max(shift_, rounding * K_.diagonal()(rows_).cwiseAbs().mean()));
  if (factor_.rows() != size) {
    factor_.resize(0, 0);  // before there is another
    factor_ = linalg::large_matrix<float>(size, size);
  }
  for (int attempt = 0; attempt < 12; ++attempt, jitter_ = std::max(10.0F * jitter_, 1e-30F)) {
    K_.gather(base_, factor_);
    factor_.diagonal().array() += jitter_;
    work_ += factor_work(static_cast<double>(size));
    if (linalg::parallel_cholesky(factor_, K_.threads())) return true;
  }
  base_.clear();
  return false;
}

template <class ColumnsOf>
void FactorPreconditioner::select(Solved& solved, const std::vector<Index>& names,
                                  const ColumnsOf& columns_of) {
  Solved next{names, Eigen::MatrixXf(factor_.rows(), std::ssize(names))};
  std::vector<Index> new_names;
  std::vector<Index> new_places;
  Index known = 0;
  for (Index k = 0; k < std::ssize(names); ++k) {
    const Index name = names[static_cast<std::size_t>(k)];
    while (known < std::ssize(solved.names) &&
           solved.names[static_cast<std::size_t>(known)] < name) {
      ++known;
    }
    if (known < std::ssize(solved.names) && solved.names[static_cast<std::size_t>(known)] == name) {
      next.columns.col(k) = solved.columns.col(known);
    } else {
      new_names.push_back(name);
      new_places.push_back(k);
    }
  }
  Eigen::MatrixXf columns = columns_of(new_names);
  const auto rows = static_cast<double>(factor_.rows());
  work_ += 0.02 * rows * rows * static_cast<double>(columns.cols());
  linalg::parallel_solve_lower(factor_, columns, K_.threads());
  for (Index k = 0; k < columns.cols(); ++k) {
    next.columns.col(new_places[static_cast<std::size_t>(k)]) = columns.col(k);
  }
  solved = std::move(next);
}

bool FactorPreconditioner::border() {
  if (base_.empty()) return false;
  std::vector<Index> dropped;
  std::vector<Index> new_rows;
  kept_from_.clear();
  kept_to_.clear();
  added_.clear();
  std::size_t b = 0;
  std::size_t r = 0;
  while (b < base_.size() || r < rows_.size()) {
    if (r == rows_.size() || (b < base_.size() && base_[b] < rows_[r])) {
      dropped.push_back(static_cast<Index>(b++));
    } else if (b == base_.size() || rows_[r] < base_[b]) {
      new_rows.push_back(rows_[r]);
      added_.push_back(static_cast<Index>(r++));
    } else {
      kept_from_.push_back(static_cast<Index>(b++));
      kept_to_.push_back(static_cast<Index>(r++));
    }
  }
  const auto size = static_cast<Index>(base_.size());
  const auto gone = static_cast<Index>(dropped.size());
  const auto added = static_cast<Index>(new_rows.size());
  if ((gone + added) * rows_for_one_change > size) return false;

  select(coupling_, new_rows,
         [&](const std::vector<Index>& rows) { return K_.cross(base_, rows); });
  select(inverse_, dropped, [&](const std::vector<Index>& positions) {
    Eigen::MatrixXf units = Eigen::MatrixXf::Zero(size, std::ssize(positions));
    for (Index k = 0; k < units.cols(); ++k)
      units(positions[static_cast<std::size_t>(k)], k) = 1.0F;
    return units;
  });
  corner_ = K_.cross(new_rows, new_rows);
  corner_.diagonal().array() += jitter_;
  linalg::parallel_subtract_square(coupling_.columns, corner_, K_.threads());
  if (!linalg::cholesky(corner_)) return false;

  dropped_ = Eigen::MatrixXf::Zero(size + added, gone);
  dropped_.topRows(size) = inverse_.columns;
  linalg::parallel_subtract_transposed_product(coupling_.columns, inverse_.columns,
                                               dropped_.bottomRows(added), K_.threads());
  linalg::solve_lower(corner_, dropped_.bottomRows(added));
  dropped_.colwise().normalize();
  linalg::orthonormalise(dropped_);
  return dropped_.allFinite();
}

Vector FactorPreconditioner::apply(const Vector& r) const {
  // Scaled, so that neither large nor tiny numbers leave the range of single precision.
  const double scale = r.cwiseAbs().maxCoeff();
  if (!(scale > 0.0)) return Vector::Zero(r.size());
  const Eigen::VectorXf scaled = (r / scale).cast<float>();
  const Threads& threads = K_.threads();
  const Index size = factor_.rows();
  const Index added = corner_.rows();
  Eigen::VectorXf t = Eigen::VectorXf::Zero(size + added);
  t(kept_from_) = scaled(kept_to_);
  linalg::parallel_solve_lower(factor_, t.head(size), threads);
  t.tail(added) = scaled(added_);
  linalg::parallel_subtract_transposed_product(coupling_.columns, t.head(size), t.tail(added),
                                               threads);
  linalg::solve_lower(corner_, t.tail(added));
  Eigen::VectorXf share = Eigen::VectorXf::Zero(dropped_.cols());
  linalg::parallel_subtract_transposed_product(dropped_, t, share, threads);
  share *= -1.0F;  // the part of t in what is dropped
  linalg::parallel_subtract_product(dropped_, share, t, threads);
  linalg::solve_lower_transposed(corner_, t.tail(added));
  linalg::parallel_subtract_product(coupling_.columns, t.tail(added), t.head(size), threads);
  linalg::parallel_solve_lower_transposed(factor_, t.head(size), threads);
  Vector x = Vector::Zero(r.size());
  x(kept_to_) = t(kept_from_).cast<double>();
  x(added_) = t.tail(added).cast<double>();
  return scale * x;
}

}  // namespace tkl
