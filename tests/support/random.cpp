#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/QR>

namespace tkl::testing {

Matrix uniform_matrix(Random& random, Index rows, Index columns, double from, double to) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.uniform(from, to); });
}

Vector uniform_vector(Random& random, Index size, double from, double to) {
  return Vector::NullaryExpr(size, [&] { return random.uniform(from, to); });
}

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

Vector normal_vector(Random& random, Index size) {
  return Vector::NullaryExpr(size, [&] { return random.normal(); });
}

Matrix mostly_zero(Random& random, Matrix a) {
  for (double& entry : a.reshaped()) {
    if (random.uniform(0.0, 7.0) > 1.0) entry = 0.0;
  }
  return a;
}

Matrix symmetric_matrix(Random& random, Index size) {
  const Matrix a = normal_matrix(random, size, size);
  return 0.5 * (a + a.transpose());
}

Matrix symmetrised(const Matrix& a) { return 0.5 * (a + a.transpose()); }

Matrix orthogonal_matrix(Random& random, Index size) {
  return normal_matrix(random, size, size).householderQr().householderQ();
}

Matrix matrix_of_condition(Random& random, Index size, double condition) {
  const Matrix Q = orthogonal_matrix(random, size);
  const Vector exponents = Vector::LinSpaced(size, 0.0, 1.0);
  const Vector eigenvalues =
      exponents.unaryExpr([&](double exponent) { return std::pow(condition, -exponent); });
  return symmetrised(Q * eigenvalues.asDiagonal() * Q.transpose());
}

Matrix psd_matrix(Random& random, Index size, Index rank) {
  const Matrix a = normal_matrix(random, size, rank);
  const Matrix product = a * a.transpose();
  const Matrix symmetric = 0.5 * (product + product.transpose());
  return symmetric * (static_cast<double>(size) / symmetric.trace());
}

Matrix feasible_matrix(Random& random, const FeasibleSet& set) {
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

Matrix arbitrary_parameter(Random& random, const FeasibleSet& set) {
  if (set.shape() == FeasibleSet::Shape::diagonal) return normal_matrix(random, set.size(), 1);
  return symmetric_matrix(random, set.size());
}

std::vector<Index> permutation(Random& random, Index size) {
  std::vector<Index> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), Index{0});
  for (Index i = size - 1; i > 0; --i) {
    const auto j = static_cast<Index>(random.uniform(0.0, static_cast<double>(i + 1)));
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(j)]);
  }
  return order;
}

std::vector<Index> some_rows(Random& random, Index size, Index count) {
  std::vector<Index> rows = permutation(random, size);
  rows.resize(static_cast<std::size_t>(count));
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace tkl::testing
