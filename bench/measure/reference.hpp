#pragma once

#include <utility>
#include <vector>

#include "measure/libsvm.hpp"
#include "measure/objectives.hpp"

namespace tkl::bench {

/// The gap at which solvers are compared.
inline constexpr double compared_gap = 1e-3;

/// LIBSVM's best setting for an SVM problem. Its `-e` says little about the duality gap, so it is the
/// loosest of 0.1, 0.01, … that reaches the compared gap; of shrinking or not, the faster.
struct Reference {
  enum class Outcome {
    reached,      ///< the compared gap
    fell_short,   ///< its single precision kernel allows no such gap: the setting is `-e 0.001`
    out_of_time,  ///< the limit was reached first
  };
  Outcome outcome = Outcome::out_of_time;
  LibsvmSolver::Setting setting{};
  double seconds = 0.0;  ///< of one run; the limit if out of time
  Objectives objectives{};
  std::vector<std::pair<double, double>> gaps{};  ///< for each `-e` tried, the gap it gave
};

Reference find_reference(const SvmProblem& problem, const Matrix& K, LibsvmSolver& solver,
                         double limit);

}  // namespace tkl::bench
