#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <Eigen/QR>

#include "data/random.hpp"
#include "tkl/feasible_set.hpp"
#include "tkl/matrix.hpp"

namespace tkl::testing {

using internal::Random;

inline Matrix uniform_matrix(Random& random, Index rows, Index columns, double from = 0.0,
                             double to = 1.0) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.uniform(from, to); });
}

inline Vector uniform_vector(Random& random, Index size, double from = 0.0, double to = 1.0) {
  return Vector::NullaryExpr(size, [&] { return random.uniform(from, to); });
}

inline Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

inline Vector normal_vector(Random& random, Index size) {
  return Vector::NullaryExpr(size, [&] { return random.normal(); });
}

inline Matrix symmetric_matrix(Random& random, Index size) {
  const Matrix a = normal_matrix(random, size, size);
  return 0.5 * (a + a.transpose());
}

inline Matrix symmetrised(const Matrix& a) { return 0.5 * (a + a.transpose()); }

inline Matrix orthogonal_matrix(Random& random, Index size) {
  return normal_matrix(random, size, size).householderQr().householderQ();
}

/// Symmetric, positive definite, with eigenvalues from 1 down to 1/condition in equal ratios.
inline Matrix matrix_of_condition(Random& random, Index size, double condition) {
  const Matrix Q = orthogonal_matrix(random, size);
  const Vector exponents = Vector::LinSpaced(size, 0.0, 1.0);
  const Vector eigenvalues =
      exponents.unaryExpr([&](double exponent) { return std::pow(condition, -exponent); });
  return symmetrised(Q * eigenvalues.asDiagonal() * Q.transpose());
}

/// Symmetric, positive semidefinite, of the rank given, with trace = size.
inline Matrix psd_matrix(Random& random, Index size, Index rank) {
  const Matrix a = normal_matrix(random, size, rank);
  const Matrix product = a * a.transpose();
  const Matrix symmetric = 0.5 * (product + product.transpose());
  return symmetric * (static_cast<double>(size) / symmetric.trace());
}

/// A member of the set: of full rank or, in its symmetric shape, often of low rank.
inline Matrix feasible_matrix(Random& random, const FeasibleSet& set) {
  const Index size = set.size();
  Matrix P;
  if (set.shape() == FeasibleSet::Shape::diagonal) {
    P = uniform_matrix(random, size, 1).array().pow(3.0).matrix();
    P *= static_cast<double>(size) / P.sum();
  } else {
    const auto rank = static_cast<Index>(random.uniform(1.0, static_cast<double>(size) + 0.99));
    P = psd_matrix(random, size, rank);
  }
  return set.tau() * set.start() + (1.0 - set.tau()) * P;
}

/// A matrix of the shape of P that is in no way feasible.
inline Matrix arbitrary_parameter(Random& random, const FeasibleSet& set) {
  if (set.shape() == FeasibleSet::Shape::diagonal) return normal_matrix(random, set.size(), 1);
  return symmetric_matrix(random, set.size());
}

inline std::vector<Index> permutation(Random& random, Index size) {
  std::vector<Index> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index i = size - 1; i > 0; --i) {
    const auto j = static_cast<Index>(random.uniform(0.0, static_cast<double>(i + 1)));
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  }
  return order;
}

/// `count` of the rows 0 … size - 1, ascending.
inline std::vector<Index> some_rows(Random& random, Index size, Index count) {
  std::vector<Index> rows = permutation(random, size);
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace tkl::testing
