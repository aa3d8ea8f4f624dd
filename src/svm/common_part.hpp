#pragma once

#include "svm/kernel_matrix.hpp"

namespace tkl {

/// What the rows of a kernel matrix have in common: c such that K_ij - c_i - c_j is the product of what
/// points i and j are beside a point in their middle, but for a constant of that size. Zero if K is not
/// finite. Requires that nothing has been taken out of K's entries.
///
/// The middle is the mean of those points of a sample that lie closest together, so that a few far
/// away do not move it.
Vector common_part(const KernelMatrix& K);

}  // namespace tkl
