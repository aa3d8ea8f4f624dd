#pragma once

#include <vector>

#include "data/random.hpp"
#include "tkl/feasible_set.hpp"
#include "tkl/matrix.hpp"

namespace tkl::testing {

using internal::Random;

Matrix uniform_matrix(Random& random, Index rows, Index columns, double from = 0.0,
                      double to = 1.0);

Vector uniform_vector(Random& random, Index size, double from = 0.0, double to = 1.0);

Matrix normal_matrix(Random& random, Index rows, Index columns);

Vector normal_vector(Random& random, Index size);

/// The matrix with about one in seven of its entries left, and zeros for the others.
Matrix mostly_zero(Random& random, Matrix a);

Matrix symmetric_matrix(Random& random, Index size);

Matrix symmetrised(const Matrix& a);

Matrix orthogonal_matrix(Random& random, Index size);

/// Symmetric, positive definite, with eigenvalues from 1 down to 1/condition in equal ratios.
Matrix matrix_of_condition(Random& random, Index size, double condition);

/// Symmetric, positive semidefinite, of the rank given, with trace = size.
Matrix psd_matrix(Random& random, Index size, Index rank);

/// A member of the set: of full rank or, in its symmetric shape, often of low rank.
Matrix feasible_matrix(Random& random, const FeasibleSet& set);

/// A matrix of the shape of P that is in no way feasible.
Matrix arbitrary_parameter(Random& random, const FeasibleSet& set);

std::vector<Index> permutation(Random& random, Index size);

/// `count` of the rows 0 … size - 1, ascending.
std::vector<Index> some_rows(Random& random, Index size, Index count);

}  // namespace tkl::testing
