#include <stdexcept>

#include <nlohmann/json.hpp>

#include "measure/bytes.hpp"
#include "measure/isolated.hpp"
#include "measure/measurements.hpp"
#include "measure/reference.hpp"
#include "measure/reference_json.hpp"

namespace tkl::bench {

namespace {

struct Solve {
  double seconds = 0.0;
  double primal = 0.0;
  double dual = 0.0;
  Vector w;
};

std::optional<Solve> solve_cold(const SvmProblem& problem, const Matrix& K, double limit) {
  const auto answer = run_isolated({limit, true}, [&] {
    const Stopwatch stopwatch;
    const SvmSolution solution = solve_svm(problem, K, {.tolerance = compared_gap, .stop = {}});
    const double seconds = stopwatch.seconds();
    return to_bytes(seconds) + to_bytes(solution.primal) + to_bytes(solution.dual) +
           to_bytes(solution.w);
  });
  if (!answer) return std::nullopt;
  Reader reader(*answer);
  Solve solve;
  solve.seconds = reader.number();
  solve.primal = reader.number();
  solve.dual = reader.number();
  solve.w = reader.vector();
  return solve;
}

/// Ratios of times mean nothing unless both solved the same problem: tkl's own bounds must be those
/// that its weights have here, and the bounds of both solvers must enclose a common optimum.
void require_agreement(const Objectives& ours, const Solve& solve, const Reference& reference) {
  const double slack = 1e-5 * std::abs(solve.primal);
  if (std::abs(ours.primal - solve.primal) > slack || std::abs(ours.dual - solve.dual) > slack) {
    throw std::runtime_error("tkl's objectives are not those of its weights");
  }
  if (reference.outcome == Reference::Outcome::out_of_time) return;
  const Objectives& theirs = reference.objectives;
  if (theirs.dual > ours.primal + slack || ours.dual > theirs.primal + slack) {
    throw std::runtime_error("tkl and LIBSVM disagree about the optimum");
  }
  const bool both_close =
      theirs.relative_gap() <= compared_gap && ours.relative_gap() <= compared_gap;
  if (both_close && std::abs(ours.dual - theirs.dual) > compared_gap * std::abs(theirs.primal)) {
    throw std::runtime_error("tkl and LIBSVM differ by more than their gaps");
  }
}

}  // namespace

nlohmann::ordered_json measure_opt_a(const Settings& settings) {
  const Dataset data = read(settings.train, settings.task);
  const Model model = model_before_learning(settings, data);
  const SvmProblem problem = make_problem(settings, data, model);
  const Matrix K = gram(model, data);
  LibsvmSolver libsvm(problem, K);
  const Reference reference = find_reference(problem, K, libsvm, settings.reference_limit);
  const auto first = solve_cold(problem, K, settings.limit);
  nlohmann::ordered_json result{{"libsvm", to_json(reference)}};
  if (!first) {
    result["tkl"] = {{"seconds", {settings.limit}}, {"outcome", "out of time"}};
    return result;
  }
  const Objectives objectives = evaluate(problem, K, first->w);
  require_agreement(objectives, *first, reference);

  // By turns, so that whatever else the machine does meets both.
  std::vector<double> ours;
  std::vector<double> theirs;
  const int repeats = settings.repetitions.count(std::max(first->seconds, reference.seconds));
  for (int k = 0; k < repeats; ++k) {
    const auto solve = solve_cold(problem, K, settings.limit);
    ours.push_back(solve ? solve->seconds : settings.limit);
    append_run(theirs, libsvm, reference, settings.reference_limit);
  }
  result["libsvm"]["seconds"] = theirs;
  result["tkl"] = {
      {"seconds", ours},
      {"outcome", objectives.relative_gap() <= compared_gap * 1.001 ? "reached" : "fell short"},
      {"gap", objectives.relative_gap()},
      {"support_vectors", (first->w.array() != 0.0).count()}};
  return result;
}

}  // namespace tkl::bench
