#include "tkl/learn.hpp"

#include <cmath>
#include <string>

#include "learn/improve.hpp"
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
  if (problem.lower.size() != problem.size() || problem.upper.size() != problem.size()) {
    throw Error("an SVM needs a lower and an upper bound for each of its " +
                std::to_string(problem.size()) + " rows");
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

SharedLearnResult learn_shared(const KernelFamily& family, const Matrix& x,
                               const std::vector<Lesson>& lessons, const LearnOptions& options) {
  if (lessons.empty()) throw Error("there is nothing to learn: the list of lessons is empty");
  std::vector<Part> parts;
  for (const Lesson& lesson : lessons) {
    for (const Index row : lesson.rows) {
      if (row < 0 || row >= x.rows()) {
        throw Error("a lesson has row " + std::to_string(row) + " of " + std::to_string(x.rows()) +
                    " points");
      }
    }
    parts.push_back({lesson.rows, x(lesson.rows, Eigen::all), lesson.problem});
    require_valid(family, parts.back().x, lesson.problem, options);
  }
  Oracle oracle(family, parts, options);
  const Method method = options.method;
  const std::unique_ptr<StepRule> rule = make_step_rule(method, family.feasible_set());
  Evaluation at = oracle.evaluate(family.feasible_set().start());
  oracle.finish_iteration();
  const Status status = improve(oracle, *rule, at);
  return std::move(oracle).shared_result(status, method);
}

}  // namespace tkl
