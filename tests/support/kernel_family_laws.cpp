#include "support/kernel_family_laws.hpp"

#include <algorithm>
#include <vector>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace tkl::testing {

double largest_difference(const Matrix& a, const Matrix& b) {
  EXPECT_EQ(a.rows(), b.rows());
  EXPECT_EQ(a.cols(), b.cols());
  return (a - b).cwiseAbs().maxCoeff();
}

namespace {

/// The given points with some of them repeated.
Matrix with_duplicates(const Matrix& x, Index repeated) {
  Matrix out(x.rows() + repeated, x.cols());
  out << x, x.topRows(repeated);
  return out;
}

/// Weights of both signs, a third of them zero.
Vector sparse_weights(Random& random, Index size) {
  Vector w = normal_vector(random, size);
  for (Index i = 0; i < size; i += 3) w(i) = 0.0;
  return w;
}

void expect_gram_agrees_with_kernel(const KernelFamily& family, const Matrix& x, Random& random) {
  const Threads threads(1);
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Matrix K = family.gram(P, x, threads);
  EXPECT_TRUE(K == K.transpose()) << "a Gram matrix must be exactly symmetric";
  const double size = K.cwiseAbs().maxCoeff();
  EXPECT_LE(largest_difference(K, family.kernel(P, x, x, threads)), 1e-14 * size);
  EXPECT_LE(largest_difference(K.diagonal(), family.diagonal(P, x)), 1e-14 * size);
}

void expect_positive_semidefinite(const KernelFamily& family, const Matrix& x, Random& random) {
  const Matrix points = with_duplicates(x, x.rows() / 4);
  for (int trial = 0; trial < 3; ++trial) {
    const Matrix P = feasible_matrix(random, family.feasible_set());
    const Matrix K = family.gram(P, points, Threads(1));
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(K, Eigen::EigenvaluesOnly);
    EXPECT_GE(eigen.eigenvalues()(0), -1e-10 * K.trace());
  }
}

void expect_linear_in_parameter(const KernelFamily& family, const Matrix& x, const Matrix& y,
                                Random& random) {
  const Threads threads(1);
  const Matrix P = arbitrary_parameter(random, family.feasible_set());
  const Matrix Q = arbitrary_parameter(random, family.feasible_set());
  const Matrix KP = family.kernel(P, x, y, threads);
  const Matrix KQ = family.kernel(Q, x, y, threads);
  const double size = KP.cwiseAbs().maxCoeff() + KQ.cwiseAbs().maxCoeff();
  EXPECT_LE(
      largest_difference(family.kernel(2.0 * P - 0.7 * Q, x, y, threads), 2.0 * KP - 0.7 * KQ),
      1e-12 * size);
}

/// wᵀK(P)w = <D(w), P>, vᵀK(P)w = <adjoint(v), P> on the support and (K(P)w)_i = <N_i, P>, for a P
/// that need not be feasible.
void expect_sensitivity_is_derivative(const KernelFamily& family, const Matrix& x, Random& random) {
  const Threads threads(1);
  const FeasibleSet& set = family.feasible_set();
  const Vector w = sparse_weights(random, x.rows());
  const auto sensitivity = family.sensitivity(w, x, threads);
  const Matrix D = sensitivity->adjoint(w);
  if (set.shape() == FeasibleSet::Shape::symmetric) {
    EXPECT_LE(largest_difference(D, D.transpose()), 1e-15 * D.cwiseAbs().maxCoeff());
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(D, Eigen::EigenvaluesOnly);
    EXPECT_GE(eigen.eigenvalues()(0), -1e-10 * D.trace()) << "D(w) is positive semidefinite";
  }

  Vector v = (w.array() != 0.0).select(normal_vector(random, w.size()), 0.0);
  std::vector<Index> rows;
  for (Index i = w.size() - 1; i >= 0; i -= 2) {
    if (w(i) != 0.0) rows.push_back(i);
  }
  const Matrix J = sensitivity->jacobian(rows);
  ASSERT_EQ(J.rows(), static_cast<Index>(rows.size()));
  ASSERT_EQ(J.cols(), set.dimension());

  for (const bool feasible : {true, false}) {
    const Matrix P = feasible ? feasible_matrix(random, set) : arbitrary_parameter(random, set);
    const Matrix K = family.gram(P, x, threads);
    const Vector Kw = K * w;
    const double size = w.cwiseAbs().dot(K.cwiseAbs() * w.cwiseAbs());
    EXPECT_NEAR(w.dot(Kw), inner_product(D, P), 1e-12 * size);
    if (feasible) {
      EXPECT_NEAR(w.dot(Kw) / inner_product(D, P), 1.0, 1e-10);
    }
    const double mixed_size = v.cwiseAbs().dot(K.cwiseAbs() * w.cwiseAbs());
    EXPECT_NEAR(v.dot(Kw), inner_product(sensitivity->adjoint(v), P), 1e-12 * mixed_size);
    EXPECT_LE(largest_difference(J * set.to_vector(P), Kw(rows)),
              1e-12 * (K.cwiseAbs() * w.cwiseAbs()).maxCoeff());
  }
}

/// values(U) = (K(UUᵀ)w)_i, and v·(values(U + W) - values(U - W)) = 4<pull_back(v), W> exactly, the
/// map being quadratic.
void expect_factor_map_is_quadratic(const KernelFamily& family, const Matrix& x, Random& random) {
  const FeasibleSet& set = family.feasible_set();
  if (set.shape() != FeasibleSet::Shape::symmetric) return;
  const Threads threads(1);
  const Vector w = sparse_weights(random, x.rows());
  const auto sensitivity = family.sensitivity(w, x, threads);
  std::vector<Index> rows;
  for (Index i = w.size() - 1; i >= 0; i -= 2) {
    if (w(i) != 0.0) rows.push_back(i);
  }
  const auto map = sensitivity->factor_map(rows);
  for (const Index columns : {1, 3}) {
    const Matrix U = normal_matrix(random, set.size(), columns);
    const Matrix W = normal_matrix(random, set.size(), columns);
    const Matrix K = family.gram(U * U.transpose(), x, threads);
    const double size = (K.cwiseAbs() * w.cwiseAbs()).maxCoeff();
    const Vector v = normal_vector(random, std::ssize(rows));
    const double difference = v.dot(map->values(U + W)) - v.dot(map->values(U - W));
    EXPECT_LE(largest_difference(map->values(U), (K * w)(rows)), 1e-11 * size);
    EXPECT_NEAR(inner_product(map->pull_back(v), W), 0.25 * difference,
                1e-10 * v.cwiseAbs().sum() * size);
  }
}

/// gram(P, x) for P = τI + UUᵀ; a P of full rank is left to others.
void expect_series_agrees_with_gram(const KernelFamily& family, const Matrix& x, Random& random) {
  const FeasibleSet& set = family.feasible_set();
  if (set.size() < 4) return;
  const auto series = family.gram_series(x, Threads(1));
  if (!series) return;
  const Vector u = normal_vector(random, set.size());
  Matrix P = u * u.transpose();
  P.diagonal().array() += set.tau();
  const Matrix K = family.gram(P, x, Threads(1));
  Matrix of_series;
  ASSERT_TRUE(series->gram_into(P, Threads(1), of_series));
  EXPECT_LE(largest_difference(of_series, K), 1e-13 * K.cwiseAbs().maxCoeff());
  EXPECT_TRUE(of_series == of_series.transpose());
  Matrix with_threads;
  ASSERT_TRUE(series->gram_into(P, Threads(3), with_threads));
  EXPECT_TRUE(with_threads == of_series);
  const Matrix at_start = family.gram(set.start(), x, Threads(1));
  ASSERT_TRUE(series->gram_into(set.start(), Threads(1), of_series));
  EXPECT_LE(largest_difference(of_series, at_start), 1e-13 * at_start.cwiseAbs().maxCoeff());
  EXPECT_TRUE(of_series == of_series.transpose());
  Matrix untouched;
  const Matrix of_full_rank = psd_matrix(random, set.size(), set.size());
  EXPECT_FALSE(series->gram_into(of_full_rank, Threads(1), untouched));
  EXPECT_EQ(untouched.size(), 0);
}

/// Bit for bit the same for any number of threads.
void expect_independent_of_threads(const KernelFamily& family, const Matrix& x, const Matrix& y,
                                   Random& random) {
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Vector w = sparse_weights(random, x.rows());
  const Threads one(1);
  const Matrix kernel = family.kernel(P, x, y, one);
  const Matrix gram = family.gram(P, x, one);
  const Matrix D = family.sensitivity(w, x, one)->adjoint(w);
  for (const int count : {2, 3, 7}) {
    const Threads threads(count);
    EXPECT_TRUE(family.kernel(P, x, y, threads) == kernel) << count << " threads";
    EXPECT_TRUE(family.gram(P, x, threads) == gram) << count << " threads";
    EXPECT_TRUE(family.sensitivity(w, x, threads)->adjoint(w) == D) << count << " threads";
  }
}

void expect_scaled_multiplies_everything(const KernelFamily& family, const Matrix& x,
                                         const Matrix& y, Random& random) {
  const Threads threads(1);
  const double factor = 3.7;
  const auto scaled = family.scaled(factor);
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Vector w = sparse_weights(random, x.rows());
  const auto expect_multiple = [&](const Matrix& after, const Matrix& before) {
    EXPECT_LE(largest_difference(after, factor * before), 1e-13 * after.cwiseAbs().maxCoeff());
  };
  expect_multiple(scaled->kernel(P, x, y, threads), family.kernel(P, x, y, threads));
  expect_multiple(scaled->gram(P, x, threads), family.gram(P, x, threads));
  expect_multiple(scaled->diagonal(P, x), family.diagonal(P, x));
  expect_multiple(scaled->sensitivity(w, x, threads)->adjoint(w),
                  family.sensitivity(w, x, threads)->adjoint(w));
}

void expect_rows_may_be_permuted(const KernelFamily& family, const Matrix& x, Random& random) {
  const Threads threads(1);
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const std::vector<Index> order = permutation(random, x.rows());
  const Matrix K = family.gram(P, x, threads);
  const Matrix permuted = family.gram(P, x(order, Eigen::all), threads);
  EXPECT_LE(largest_difference(permuted, K(order, order)), 1e-14 * K.cwiseAbs().maxCoeff());
}

/// k(x_i, y) does not depend on the company in which x_i is evaluated.
void expect_rows_are_independent(const KernelFamily& family, const Matrix& x, const Matrix& y,
                                 Random& random) {
  const Threads threads(1);
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Matrix all = family.kernel(P, x, y, threads);
  const double size = all.cwiseAbs().maxCoeff();
  for (const Index block : {Index{1}, Index{7}, Index{64}, x.rows()}) {
    for (Index i = 0; i < x.rows(); i += block) {
      const Index height = std::min(block, x.rows() - i);
      const Matrix part = family.kernel(P, x.middleRows(i, height), y, threads);
      ASSERT_LE(largest_difference(part, all.middleRows(i, height)), 1e-14 * size);
    }
  }
}

/// Single precision is the double kernel up to rounding.
void expect_single_precision_is_near(const KernelFamily& family, const Matrix& x, const Matrix& y,
                                     Random& random) {
  const Threads threads(2);
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Matrix K = family.kernel(P, x, y, threads);
  const Matrix single = family.kernel_single(P, x, y, threads).cast<double>();
  EXPECT_LE(largest_difference(single, K), 1e-5 * K.cwiseAbs().maxCoeff());
  const Eigen::MatrixXf gram = family.gram_single(P, x, threads);
  EXPECT_TRUE(gram == gram.transpose());
  EXPECT_LE(largest_difference(gram.cast<double>(), family.gram(P, x, threads)),
            1e-5 * gram.cwiseAbs().maxCoeff());
}

/// product is kernel times vector; each of its rows, down to the last bit, the same in any company
/// and for any number of threads.
void expect_product_is_kernel_times_vector(const KernelFamily& family, const Matrix& x,
                                           const Matrix& y, Random& random) {
  const Matrix P = feasible_matrix(random, family.feasible_set());
  const Vector v = normal_vector(random, y.rows());
  const Matrix K = family.kernel(P, x, y, Threads(1));
  const Vector product = family.product(P, x, y, v, Threads(1));
  EXPECT_LE(largest_difference(product, K * v), 1e-13 * (K.cwiseAbs() * v.cwiseAbs()).maxCoeff());
  for (const int count : {2, 3}) {
    EXPECT_TRUE(family.product(P, x, y, v, Threads(count)) == product) << count << " threads";
  }
  for (const Index block : {Index{1}, Index{7}, Index{64}}) {
    for (Index i = 0; i < x.rows(); i += block) {
      const Index height = std::min(block, x.rows() - i);
      const Vector part = family.product(P, x.middleRows(i, height), y, v, Threads(1));
      ASSERT_TRUE(part == product.segment(i, height)) << "from row " << i;
    }
  }
  EXPECT_EQ(family.product(P, x.topRows(0), y, v, Threads(1)).size(), 0);
}

}  // namespace

void expect_kernel_family_laws(const KernelFamily& family, const Matrix& x, const Matrix& y,
                               Random& random) {
  ASSERT_GT(x.rows(), 64);
  expect_gram_agrees_with_kernel(family, x, random);
  expect_positive_semidefinite(family, x, random);
  expect_linear_in_parameter(family, x, y, random);
  expect_sensitivity_is_derivative(family, x, random);
  expect_factor_map_is_quadratic(family, x, random);
  expect_series_agrees_with_gram(family, x, random);
  expect_independent_of_threads(family, x, y, random);
  expect_scaled_multiplies_everything(family, x, y, random);
  expect_rows_may_be_permuted(family, x, random);
  expect_rows_are_independent(family, x, y, random);
  expect_single_precision_is_near(family, x, y, random);
  expect_product_is_kernel_times_vector(family, x, y, random);
}

}  // namespace tkl::testing
