#include "tkl/learn.hpp"

#include <cmath>
#include <string>

#include "learn/learner.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

void require_valid(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
                   const LearnOptions& options) {
  if (x.rows() != problem.size()) {
    throw Error("there are " + std::to_string(x.rows()) + " points but " +
                std::to_string(problem.size()) + " targets");
  }
  if (x.cols() != family.features()) {
    throw Error("the points have " + std::to_string(x.cols()) +
                " features but the kernel family is for " + std::to_string(family.features()));
  }
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    throw Error("the tolerance must be positive and finite");
  }
  if (options.max_iterations < 1) throw Error("at least one iteration must be allowed");
  if (!(options.time_limit > 0.0)) throw Error("the time limit must be positive");
}

}  // namespace

LearnResult learn(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
                  const LearnOptions& options) {
  require_valid(family, x, problem, options);
  return Learner(family, x, problem, options).run();
}

}  // namespace tkl
