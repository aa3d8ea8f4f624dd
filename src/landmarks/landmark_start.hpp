#pragma once

#include <span>

#include "landmarks/features.hpp"
#include "tkl/svm.hpp"

namespace tkl {

/// Weights for OPT_A to begin with, where a product with its kernel matrix K is expensive: those of the
/// SVM whose kernel is what landmarks explain of K and, on the diagonal, what they leave
/// (docs/math.md §13). That one has few variables and smooth losses, and most of its weights rest
/// where those of K do.
Vector landmark_start(const KernelFamily& family, const Matrix& P, const Matrix& x,
                      const SvmProblem& problem, Index landmarks, const SvmOptions& options);

/// The same for features at hand, and a matrix of that diagonal.
Vector start_from_features(const SvmProblem& problem, const Features& features,
                           std::span<const Index> rows, const Vector& diagonal,
                           const SvmOptions& options);

}  // namespace tkl
