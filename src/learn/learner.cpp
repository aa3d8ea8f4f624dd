#include "learn/learner.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "learn/improve.hpp"
#include "learn/matrix_memory.hpp"
#include "learn/oracle.hpp"
#include "learn/stopwatch.hpp"
#include "svm/dual_state.hpp"
#include "svm/solve_svm.hpp"
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
  std::vector<Vector> start;
  if (can_begin_roughly()) {
    SvmSolution rough = begin_roughly(P);
    std::vector<Index> rows = rows_that_matter(problem_, rough, {});
    if (is_worth_a_part(rows)) {
      if (options_.on_progress) {
        const Index support = (rough.w.array() != 0.0).count();
        options_.on_progress({whole_.history.front(), support, whole_.inner_solves, elapsed()});
      }
      return run_on_parts(std::move(rows), rough.w);
    }
    start.push_back(std::move(rough.w));
  }
  std::vector<Index> rows;
  {
    const Part part = all();
    LearnOptions options = options_;
    options.time_limit = time_left();
    Oracle oracle(family_, part, options);
    // A P that was learned may be certified at once.
    if (P != family_.feasible_set().start()) oracle.limit_inner_tolerance(0.3 * options_.tolerance);
    Evaluation at = oracle.evaluate(P, start);
    oracle.finish_iteration();
    rows = rows_that_matter(problem_, at.answers.front().svm, {});
    if (!is_worth_a_part(rows) || oracle.reason_to_stop()) {
      const Status status = improve(oracle, *rule_, at);
      return with_first_steps(std::move(oracle).result(status, method_));
    }
    whole_ = with_first_steps(std::move(oracle).result(Status::converged, method_));
  }
  return run_on_parts(std::move(rows), whole_.svm.w);
}

bool Learner::is_of_classes() const {
  return (problem_.lower.array() == 0.0 || problem_.upper.array() == 0.0).all();
}

bool Learner::can_begin_roughly() const {
  return is_of_classes() && problem_.size() >= fewest_for_parts &&
         !family_.feasible_set().is_point() && options_.memory >= matrix_memory(problem_.size());
}

SvmSolution Learner::begin_roughly(const Matrix& P) {
  const Index m = problem_.size();
  whole_.P = P;
  whole_.method = method_;
  whole_.svm = certified(problem_, {Vector::Zero(m), Vector::Zero(m)});
  whole_.upper = whole_.svm.primal;
  whole_.iterations = 1;
  whole_.inner_solves = 1;
  whole_.history = {{1, whole_.upper, whole_.lower}};
  Eigen::MatrixXf K;
  {
    const Stopwatch stopwatch(whole_.seconds.kernel);
    K = family_.gram_single(P, x_, options_.threads);
  }
  const Stopwatch stopwatch(whole_.seconds.svm);
  SvmOptions options;
  options.tolerance = 1e-2;
  options.factor_memory = options_.memory;
  options.stop = [this] { return (options_.stop && options_.stop()) || time_left() <= 1e-9; };
  const SingleKernel kernel(K, options_.threads);
  if (problem_.ridge.size() == 0) return solve_svm(problem_, kernel, options, {});
  return solve_svm(problem_, RidgedKernel(kernel, problem_.ridge), options, {});
}

LearnResult Learner::with_first_steps(LearnResult result) const {
  result.inner_solves += whole_.inner_solves;
  result.seconds += whole_.seconds;
  result.seconds.total = elapsed();
  return result;
}

std::optional<LearnResult> Learner::learn_from_sample() const {
  // Classes begin with all rows in single precision, and then need but a part of them.
  const Index many = is_of_classes() ? 20000 : 2000;
  const Index few = std::clamp<Index>(problem_.size() / 4, 500, 4000);
  if (problem_.size() < many || family_.feasible_set().is_point()) return std::nullopt;
  Part sample = part_of(x_, problem_, spread_rows(problem_.size(), few));
  // Each row stands for many like it.
  const double factor = static_cast<double>(problem_.size()) / static_cast<double>(few);
  sample.problem.lower *= factor;
  sample.problem.upper *= factor;
  sample.problem.ridge /= factor;
  LearnOptions options = options_;
  // As good as what is certified by it, but no better than some of the rows can tell.
  options.tolerance = std::max(1e-3, options_.tolerance);
  options.on_progress = {};
  return Learner(family_, sample.x, sample.problem, options).run();
}

LearnResult Learner::run_on_parts(std::vector<Index> rows, Vector w) {
  Matrix P = whole_.P;
  // As long as P is far from its optimum other rows will matter: no reason to be accurate.
  double tolerance = 0.3;
  bool is_first = true;
  while (true) {
    const Part part = is_worth_a_part(rows) ? part_of(x_, problem_, rows) : all();
    const LearnResult result =
        improve_part(part, std::max(tolerance, 0.5 * options_.tolerance), P, w(part.rows));
    P = result.P;
    const SvmSolution on_all = consider(result, part);
    w = on_all.w;
    if (whole_.relative_gap() <= options_.tolerance) return finish(Status::converged);
    if (result.status != Status::converged) return finish(result.status);
    if (whole_.iterations >= options_.max_iterations) return finish(Status::iteration_limit);
    // The first part was chosen at a P that is far away now: of its rows, too, only some still matter.
    rows = rows_that_matter(problem_, on_all, is_first ? std::vector<Index>{} : part.rows);
    // Rounding alone may keep the whole from what its part has reached.
    const bool is_over = result.iterations == 0 && tolerance <= 0.5 * options_.tolerance;
    if (is_over && !is_first && rows.size() == part.rows.size()) return finish(Status::stalled);
    is_first = false;
    tolerance *= 0.01;
  }
}

bool Learner::is_worth_a_part(const std::vector<Index>& rows) const {
  return problem_.size() >= fewest_for_parts && 2 * std::ssize(rows) <= problem_.size();
}

double Learner::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

Part Learner::all() const {
  std::vector<Index> rows(static_cast<std::size_t>(problem_.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  return {std::move(rows), x_, problem_};
}

LearnResult Learner::improve_part(const Part& part, double tolerance, const Matrix& P, Vector w) {
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
  const bool is_part = std::ssize(part.rows) < problem_.size();
  const bool in_series = is_part && is_large(family_.feasible_set());
  Oracle oracle(family_, part, options, in_series ? Kernels::in_series : Kernels::anew);
  // Steps of a large P take longer than to solve the SVM of a part well, and fail on rough ones.
  if (in_series) oracle.limit_inner_tolerance(options_.tolerance);
  Evaluation at = oracle.adopt(P, std::move(w));
  const Status status = improve(oracle, *rule_, at);
  LearnResult result = std::move(oracle).result(status, method_);
  for (const Bounds& bounds : result.history) whole_.history.push_back(on_whole(bounds));
  whole_.lower = std::max(whole_.lower, result.lower);
  whole_.iterations += result.iterations;
  whole_.inner_solves += result.inner_solves;
  whole_.seconds.kernel += result.seconds.kernel;
  whole_.seconds.svm += result.seconds.svm;
  whole_.seconds.step += result.seconds.step;
  return result;
}

SvmSolution Learner::consider(const LearnResult& result, const Part& part) {
  std::vector<Index> others;
  auto of_part = part.rows.begin();
  for (Index i = 0; i < problem_.size(); ++i) {
    if (of_part != part.rows.end() && *of_part == i) {
      ++of_part;
    } else {
      others.push_back(i);
    }
  }
  DualState state{Vector::Zero(problem_.size()), Vector(problem_.size())};
  state.w(part.rows) = result.svm.w;
  std::vector<Index> support;
  for (Index i = 0; i < problem_.size(); ++i) {
    if (state.w(i) != 0.0) support.push_back(i);
  }
  state.f(part.rows) = result.svm.kernel_times_w;
  state.f(others) = family_.product(result.P, x_(others, Eigen::all), x_(support, Eigen::all),
                                    state.w(support), options_.threads);
  SvmSolution svm = certified(problem_, std::move(state));
  svm.iterations = result.svm.iterations;
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
