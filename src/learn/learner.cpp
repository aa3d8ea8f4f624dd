#include "learn/learner.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "learn/improve.hpp"
#include "learn/oracle.hpp"
#include "svm/dual_state.hpp"
#include "svm/spread_rows.hpp"

namespace tkl {

Learner::Learner(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
                 const LearnOptions& options)
    : family_(family),
      x_(x),
      problem_(problem),
      options_(options),
      method_(options.method),
      rule_(make_step_rule(method_, family.feasible_set())) {}

LearnResult Learner::run() {
  const std::optional<LearnResult> sample = learn_from_sample();
  if (!sample) return run_from(family_.feasible_set().start());
  LearnResult result = run_from(sample->P);
  result.inner_solves += sample->inner_solves;
  result.seconds += sample->seconds;
  result.seconds.total = elapsed();
  return result;
}

LearnResult Learner::run_from(const Matrix& P) {
  std::vector<Index> rows;
  {
    const Part part = all();
    LearnOptions options = options_;
    options.time_limit = time_left();
    Oracle oracle(family_, part, options);
    Evaluation at = oracle.evaluate(P);
    oracle.finish_iteration();
    const SvmSolution& svm = at.answers.front().svm;
    rows = rows_with_losses(problem_, svm.kernel_times_w, svm.b, {});
    if (!is_worth_a_part(rows) || oracle.reason_to_stop()) {
      const Status status = improve(oracle, *rule_, at);
      return std::move(oracle).result(status, method_);
    }
    const FeasibleSet& set = family_.feasible_set();
    if (is_large(set) && P == set.start()) identity_ = oracle.subjects().front()->take_kernel();
    whole_ = std::move(oracle).result(Status::converged, method_);
  }
  return run_on_parts(std::move(rows));
}

std::optional<LearnResult> Learner::learn_from_sample() const {
  constexpr Index many = 20000;
  constexpr Index few = 4000;
  if (problem_.size() <= many || family_.feasible_set().is_point()) return std::nullopt;
  Part sample = part_of(x_, problem_, spread_rows(problem_.size(), few));
  // Each row stands for many like it.
  const double factor = static_cast<double>(problem_.size()) / static_cast<double>(few);
  sample.problem.lower *= factor;
  sample.problem.upper *= factor;
  sample.problem.ridge /= factor;
  LearnOptions options = options_;
  options.tolerance = std::max(1e-2, options_.tolerance);
  options.on_progress = {};
  return Learner(family_, sample.x, sample.problem, options).run();
}

LearnResult Learner::run_on_parts(std::vector<Index> rows) {
  Matrix P = whole_.P;
  Vector w = whole_.svm.w;
  // As long as P is far from its optimum other rows will matter: no reason to be accurate.
  double tolerance = 0.3;
  while (true) {
    const Part part = is_worth_a_part(rows) ? part_of(x_, problem_, rows) : all();
    const LearnResult result =
        improve_part(part, std::max(tolerance, 0.5 * options_.tolerance), P, w(part.rows));
    w.setZero();
    w(part.rows) = result.svm.w;
    const SvmSolution on_all = consider(result, part, w);
    if (whole_.relative_gap() <= options_.tolerance) return finish(Status::converged);
    if (result.status != Status::converged) return finish(result.status);
    if (whole_.iterations >= options_.max_iterations) return finish(Status::iteration_limit);
    tolerance *= 0.01;
    rows = rows_with_losses(problem_, on_all.kernel_times_w, on_all.b, part.rows);
  }
}

bool Learner::is_worth_a_part(const std::vector<Index>& rows) const {
  constexpr Index fewest = 1000;
  return problem_.size() >= fewest && 2 * std::ssize(rows) <= problem_.size();
}

double Learner::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

Part Learner::all() const {
  std::vector<Index> rows(static_cast<std::size_t>(problem_.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return {std::move(rows), x_, problem_};
}

LearnResult Learner::improve_part(const Part& part, double tolerance, Matrix& P, const Vector& w) {
  LearnOptions options = options_;
  options.tolerance = tolerance;
  options.time_limit = time_left();
  options.max_iterations = options_.max_iterations - whole_.iterations;
  const auto on_whole = [&](const Bounds& bounds) {
    return Bounds{whole_.iterations + bounds.iteration, whole_.upper,
                  std::max(whole_.lower, bounds.lower)};
  };
  if (options_.on_progress) {
    options.on_progress = [&](const Progress& progress) {
      options_.on_progress({on_whole(progress.bounds), progress.support_vectors,
                            whole_.inner_solves + progress.inner_solves, elapsed()});
    };
  }
  Oracle oracle(family_, part, options, identity_);
  Evaluation at = oracle.evaluate(P, {w});
  oracle.finish_iteration();
  const Status status = improve(oracle, *rule_, at);
  LearnResult result = std::move(oracle).result(status, method_);
  P = at.P;
  for (const Bounds& bounds : result.history) whole_.history.push_back(on_whole(bounds));
  whole_.lower = std::max(whole_.lower, result.lower);
  whole_.iterations += result.iterations;
  whole_.inner_solves += result.inner_solves;
  whole_.seconds.kernel += result.seconds.kernel;
  whole_.seconds.svm += result.seconds.svm;
  whole_.seconds.step += result.seconds.step;
  return result;
}

SvmSolution Learner::consider(const LearnResult& result, const Part& part, const Vector& w) {
  std::vector<Index> others;
  auto of_part = part.rows.begin();
  for (Index i = 0; i < problem_.size(); ++i) {
    if (of_part != part.rows.end() && *of_part == i) {
      ++of_part;
    } else {
      others.push_back(i);
    }
  }
  std::vector<Index> support;
  for (Index i = 0; i < w.size(); ++i) {
    if (w(i) != 0.0) support.push_back(i);
  }
  DualState state{w, Vector(w.size())};
  state.f(part.rows) = result.svm.kernel_times_w;
  state.f(others) = family_.product(result.P, x_(others, Eigen::all), x_(support, Eigen::all),
                                    w(support), options_.threads);
  const Certificate certificate = certify(problem_, state);
  SvmSolution svm{std::move(state.w), std::move(state.f), certificate.b,        certificate.primal,
                  certificate.dual,   Status::converged,  result.svm.iterations};
  if (svm.primal < whole_.upper) {
    whole_.upper = svm.primal;
    whole_.P = result.P;
    whole_.svm = svm;
    whole_.history.back().upper = svm.primal;
  }
  return svm;
}

LearnResult Learner::finish(Status status) {
  whole_.status = status;
  whole_.seconds.total = elapsed();
  return std::move(whole_);
}

}  // namespace tkl
