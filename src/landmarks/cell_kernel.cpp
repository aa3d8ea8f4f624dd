#include "landmarks/cell_kernel.hpp"

#include <algorithm>
#include <utility>

#include "landmarks/cell_preconditioner.hpp"
#include "linalg/dense.hpp"

namespace tkl {

namespace {

Matrix in_double(const Features& features, const std::vector<Index>& rows) {
  return features.columns(rows).cast<double>();
}

}  // namespace

CellKernel::Parts CellKernel::make_parts(const LandmarkMap& map, const Features& features,
                                         const Matrix& x, const std::vector<Index>& rows,
                                         const std::vector<Index>& cell, Index cells,
                                         const Threads& threads) {
  Parts parts{std::vector<Cell>(static_cast<std::size_t>(cells)),
              Vector(static_cast<Index>(rows.size()))};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    parts.cells[static_cast<std::size_t>(cell[i])].members.push_back(static_cast<Index>(i));
  }
  threads.for_each(cells, [&](Index number) {
    Cell& own = parts.cells[static_cast<std::size_t>(number)];
    if (own.members.empty()) return;
    std::vector<Index> own_rows;
    own_rows.reserve(own.members.size());
    for (const Index i : own.members) own_rows.push_back(rows[static_cast<std::size_t>(i)]);
    Matrix rest = map.family().gram(map.parameter(), x(own_rows, Eigen::all), Threads(1));
    const Matrix phi = in_double(features, own_rows);
    linalg::gemm(-1.0, phi, linalg::Transpose::yes, phi, linalg::Transpose::no, 1.0, rest);
    own.rest = linalg::PackedSymmetric(rest);
    for (Index k = 0; k < phi.cols(); ++k) {
      parts.diagonal(own.members[static_cast<std::size_t>(k)]) =
          phi.col(k).squaredNorm() + static_cast<double>(own.rest(k, k));
    }
  });
  return parts;
}

CellKernel::CellKernel(const LandmarkMap& map, const Features& features, const Matrix& x,
                       const std::vector<Index>& rows, const std::vector<Index>& cell, Index cells,
                       const Threads& threads)
    : CellKernel(features, rows, cell, make_parts(map, features, x, rows, cell, cells, threads),
                 threads) {}

CellKernel::CellKernel(const Features& features, std::vector<Index> rows,
                       const std::vector<Index>& cell, Parts parts, const Threads& threads)
    : KernelMatrix(std::move(parts.diagonal), threads),
      features_(features),
      rows_(std::move(rows)),
      cell_(cell),
      place_(rows_.size()),
      cells_(std::move(parts.cells)) {
  for (const Cell& own : cells_) {
    for (std::size_t k = 0; k < own.members.size(); ++k) {
      place_[static_cast<std::size_t>(own.members[k])] = static_cast<Index>(k);
    }
  }
}

std::vector<Index> CellKernel::in_features(const std::vector<Index>& rows) const {
  std::vector<Index> own;
  own.reserve(rows.size());
  for (const Index i : rows) own.push_back(rows_[static_cast<std::size_t>(i)]);
  return own;
}

double CellKernel::rest(Index i, Index j) const {
  const auto a = static_cast<std::size_t>(i);
  const auto b = static_cast<std::size_t>(j);
  if (cell_[a] != cell_[b]) return 0.0;
  return cells_[static_cast<std::size_t>(cell_[a])].rest(place_[a], place_[b]);
}

void CellKernel::gather(const std::vector<Index>& rows, Eigen::Ref<Eigen::MatrixXf> out) const {
  const auto size = static_cast<Index>(rows.size());
  out.topLeftCorner(size, size) = cross(rows, rows);
}

Eigen::MatrixXf CellKernel::cross(const std::vector<Index>& rows,
                                  const std::vector<Index>& columns) const {
  const Eigen::MatrixXf left = features_.columns(in_features(rows));
  const std::vector<Index> all = in_features(columns);
  Eigen::MatrixXf out(left.cols(), std::ssize(columns));
  // Features of few columns at a time: all of them may be all that there are.
  constexpr Index tile = 256;
  threads().for_each((out.cols() + tile - 1) / tile, [&](Index piece) {
    const Index first = piece * tile;
    const Index count = std::min(tile, out.cols() - first);
    const Eigen::MatrixXf right = features_.columns(
        std::span(all).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count)));
    linalg::gemm(1.0F, left, linalg::Transpose::yes, right, linalg::Transpose::no, 0.0F,
                 out.middleCols(first, count));
    for (Index j = first; j < first + count; ++j) {
      for (Index i = 0; i < out.rows(); ++i) {
        out(i, j) += static_cast<float>(
            rest(rows[static_cast<std::size_t>(i)], columns[static_cast<std::size_t>(j)]));
      }
    }
  });
  return out;
}

Matrix CellKernel::block(const std::vector<Index>& rows) const {
  const Matrix phi = in_double(features_, in_features(rows));
  Matrix out(phi.cols(), phi.cols());
  linalg::gemm(1.0, phi, linalg::Transpose::yes, phi, linalg::Transpose::no, 0.0, out);
  for (Index j = 0; j < out.cols(); ++j) {
    for (Index i = j; i < out.rows(); ++i) {
      out(i, j) += rest(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]);
      out(j, i) = out(i, j);
    }
  }
  return out;
}

void CellKernel::add_product(const std::vector<Index>& columns, const Vector& v, Vector& f) const {
  f += features_.times(rows_, features_.transposed_times(in_features(columns), v));
  std::vector<Vector> weights(cells_.size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto column = static_cast<std::size_t>(columns[k]);
    const auto number = static_cast<std::size_t>(cell_[column]);
    if (weights[number].size() == 0) weights[number] = Vector::Zero(cells_[number].rest.size());
    weights[number](place_[column]) += v(static_cast<Index>(k));
  }
  threads().for_each(std::ssize(cells_), [&](Index number) {
    const Vector& own = weights[static_cast<std::size_t>(number)];
    if (own.size() == 0) return;
    const Cell& cell = cells_[static_cast<std::size_t>(number)];
    f(cell.members) += cell.rest.times(own);
  });
}

double CellKernel::product_work(Index columns) const {
  const auto m = static_cast<double>(size());
  const auto count = static_cast<double>(columns);
  const double cell = m / static_cast<double>(cells_.size());
  const double of_features = static_cast<double>(features_.dimension()) * (m + count);
  const double of_rest = 0.5 * cell * std::min(m, count * cell);
  return 0.4 * (of_features + of_rest);
}

double CellKernel::structured_work(Index rows) const {
  const auto count = static_cast<double>(rows);
  return cell_preconditioner_work(count, count / static_cast<double>(cells_.size()),
                                  static_cast<double>(features_.dimension()));
}

std::unique_ptr<Preconditioner> CellKernel::structured_inverse(const KernelMatrix& whole) const {
  return std::make_unique<CellPreconditioner>(*this, whole);
}

std::vector<std::vector<Index>> CellKernel::by_cell(const std::vector<Index>& rows) const {
  std::vector<std::vector<Index>> positions(cells_.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Index cell = cell_[static_cast<std::size_t>(rows[k])];
    positions[static_cast<std::size_t>(cell)].push_back(static_cast<Index>(k));
  }
  return positions;
}

Eigen::MatrixXf CellKernel::rest_of(const std::vector<Index>& rows) const {
  Eigen::MatrixXf out(std::ssize(rows), std::ssize(rows));
  for (Index j = 0; j < out.cols(); ++j) {
    for (Index i = j; i < out.rows(); ++i) {
      out(i, j) = out(j, i) = static_cast<float>(
          rest(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)]));
    }
  }
  return out;
}

Matrix CellKernel::features_by_cell(const Vector& w) const {
  Matrix sums = Matrix::Zero(features_.dimension(), std::ssize(cells_));
  for (std::size_t number = 0; number < cells_.size(); ++number) {
    const std::vector<Index>& members = cells_[number].members;
    if (members.empty()) continue;
    sums.col(static_cast<Index>(number)) =
        features_.transposed_times(in_features(members), w(members));
  }
  return sums;
}

}  // namespace tkl
