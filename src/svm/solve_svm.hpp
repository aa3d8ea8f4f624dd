#pragma once

#include "svm/kernel_matrix.hpp"
#include "tkl/svm.hpp"

namespace tkl {

/// solve_svm() for a kernel matrix wherever it is kept. The ridge of the problem
/// must be on its diagonal already. The threads are those of K.
SvmSolution solve_svm(const SvmProblem& problem, const KernelMatrix& K, const SvmOptions& options,
                      const Vector& start);

}  // namespace tkl
