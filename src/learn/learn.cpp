#include "tkl/learn.hpp"

#include <cmath>
#include <memory>
#include <string>

#include "learn/oracle.hpp"
#include "learn/steps.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

/// Beyond this many entries of P the second-order model costs more than the SVM solves it saves.
constexpr Index largest_newton_dimension = 1500;

Method affordable(Method method, const FeasibleSet& set) {
  const bool too_large = set.dimension() > largest_newton_dimension;
  return method == Method::newton && too_large ? Method::quasi_newton : method;
}

std::unique_ptr<StepRule> make_step_rule(Method method) {
  if (method == Method::frank_wolfe) return std::make_unique<FrankWolfe>();
  if (method == Method::quasi_newton) return std::make_unique<QuasiNewton>();
  return std::make_unique<Newton>();
}

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
  Oracle oracle(family, x, problem, options);
  const Method method = affordable(options.method, family.feasible_set());
  const std::unique_ptr<StepRule> rule = make_step_rule(method);

  Evaluation at = oracle.evaluate(family.feasible_set().start(), {});
  oracle.finish_iteration();
  while (true) {
    if (const auto reason = oracle.reason_to_stop()) {
      return std::move(oracle).result(*reason, method);
    }
    bool progress = true;
    if (oracle.needs_refinement(at)) {
      oracle.refine(at);
    } else {
      progress = rule->advance(oracle, at);
    }
    oracle.finish_iteration();
    if (!progress && oracle.solves_are_tightest() && !oracle.reason_to_stop()) {
      return std::move(oracle).result(Status::stalled, method);
    }
  }
}

}  // namespace tkl
