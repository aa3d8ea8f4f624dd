#pragma once

#include <memory>

#include "tkl/fit.hpp"

namespace tkl {

/// The family that the options describe, for scaled points x: basis functions and listed kernels of
/// unit size, and unless raw_kernel is set the whole normalised to a centred mean diagonal of 1 at
/// the start of learning (docs/math.md §8). Nothing here looks at targets.
std::shared_ptr<const KernelFamily> make_family(const FitOptions& options, const Matrix& x,
                                                const Vector& weights);

/// The same before that normalisation, which takes as long as a kernel matrix.
std::shared_ptr<const KernelFamily> make_unnormalised_family(const FitOptions& options,
                                                             const Matrix& x,
                                                             const Vector& weights);

}  // namespace tkl
