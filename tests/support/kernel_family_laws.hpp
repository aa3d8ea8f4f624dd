#pragma once

#include "support/random.hpp"
#include "tkl/kernel_family.hpp"

namespace tkl::testing {

double largest_difference(const Matrix& a, const Matrix& b);

/// Everything that learning and prediction take for granted of a family. Needs x of more than 64
/// points, so that work is cut into several pieces.
void expect_kernel_family_laws(const KernelFamily& family, const Matrix& x, const Matrix& y,
                               Random& random);

}  // namespace tkl::testing
