#include "learn/oracle.hpp"

#include <algorithm>
#include <cmath>

#include "learn/stopwatch.hpp"
#include "tkl/error.hpp"

namespace tkl {

double Bounds::relative_gap() const {
  if (!std::isfinite(lower) || !std::isfinite(upper)) {
    return std::numeric_limits<double>::infinity();
  }
  const double size = std::max(std::abs(upper), std::abs(lower));
  return size > 0.0 ? std::max(0.0, upper - lower) / size : 0.0;
}

std::vector<Vector> Evaluation::weights() const {
  std::vector<Vector> weights;
  for (const SubjectAnswer& answer : answers) weights.push_back(answer.svm.w);
  return weights;
}

Oracle::Oracle(const KernelFamily& family, const Part& part, const LearnOptions& options,
               Kernels kernels)
    : family_(family), options_(options) {
  subjects_.push_back(
      std::make_unique<Subject>(family, part, options.memory, options.threads, kernels));
}

Oracle::Oracle(const KernelFamily& family, const std::vector<Part>& parts,
               const LearnOptions& options)
    : family_(family), options_(options) {
  const double memory = options.memory / options.threads.count();
  for (const Part& part : parts) {
    subjects_.push_back(std::make_unique<Subject>(family, part, memory, Threads(1)));
  }
}

double Oracle::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

double Oracle::inner_tolerance() const {
  // With but one P the first solution is the last.
  if (feasible_set().is_point()) return 0.9 * options_.tolerance;
  const double gap = std::isfinite(upper_) ? relative_gap() : 1.0;
  return std::min(0.1 * gap, loosest_inner_tolerance_);
}

void Oracle::for_each_subject(const std::function<void(std::size_t)>& ask) {
  if (subjects_.size() == 1) {
    ask(0);
    return;
  }
  options_.threads.for_each(std::ssize(subjects_),
                            [&](Index k) { ask(static_cast<std::size_t>(k)); });
}

void Oracle::solve(Evaluation& evaluation, const std::vector<Vector>& start, double tolerance,
                   double no_worse_than) {
  const bool alone = subjects_.size() == 1;
  SvmOptions svm;
  svm.tolerance = tolerance;
  // A little more, which rounding of the final dual cannot take away.
  if (alone) svm.enough_dual = no_worse_than * (1.0 + 1e-9);
  svm.stop = [this] {
    return (options_.stop && options_.stop()) || elapsed() > options_.time_limit;
  };
  evaluation.answers.resize(subjects_.size());
  for_each_subject([&](std::size_t k) {
    Subject& subject = *subjects_[k];
    evaluation.answers[k].svm =
        subject.solve(evaluation.P, svm, start.empty() ? Vector() : start[k]);
    if (!alone) subject.forget_kernel();
  });
  ++inner_solves_;
  total(evaluation);
  if (!(evaluation.dual > no_worse_than)) record(evaluation);
}

void Oracle::total(Evaluation& evaluation) {
  evaluation.primal = 0.0;
  evaluation.dual = 0.0;
  evaluation.status = Status::converged;
  for (const SubjectAnswer& answer : evaluation.answers) {
    evaluation.primal += answer.svm.primal;
    evaluation.dual += answer.svm.dual;
    if (evaluation.status == Status::converged) evaluation.status = answer.svm.status;
  }
  if (!std::isfinite(evaluation.primal)) {
    throw Error(
        "the objective overflows; rescale the target, or do not use the raw target or kernel");
  }
}

void Oracle::record(Evaluation& evaluation) {
  lower_ = std::max(lower_, bound_below(evaluation));
  if (evaluation.primal < upper_) {
    upper_ = evaluation.primal;
    best_P_ = evaluation.P;
    best_gap_ = evaluation.gap();
    best_svms_.clear();
    for (const SubjectAnswer& answer : evaluation.answers) best_svms_.push_back(answer.svm);
  }
}

double Oracle::bound_below(Evaluation& evaluation) {
  if (feasible_set().is_point()) {  // no P has less than this one
    evaluation.D = Matrix::Zero(feasible_set().size(), feasible_set().size());
    evaluation.vertex = {evaluation.P, 0.0};
    return evaluation.dual;
  }
  for_each_subject([&](std::size_t k) { subjects_[k]->differentiate(evaluation.answers[k]); });
  const Stopwatch stopwatch(step_seconds_);
  double kernel_free = 0.0;
  evaluation.D = evaluation.answers.front().D;
  for (std::size_t k = 0; k < subjects_.size(); ++k) {
    const SubjectAnswer& answer = evaluation.answers[k];
    kernel_free += subjects_[k]->problem().kernel_free_part(answer.svm.w);
    if (k > 0) evaluation.D += answer.D;
  }
  evaluation.vertex = feasible_set().maximise(evaluation.D);
  return kernel_free - 0.5 * evaluation.vertex.value;
}

Evaluation Oracle::evaluate(Matrix P, const std::vector<Vector>& start, double no_worse_than) {
  Evaluation evaluation;
  evaluation.P = std::move(P);
  solve(evaluation, start, inner_tolerance(), no_worse_than);
  return evaluation;
}

Evaluation Oracle::adopt(Matrix P, Vector w) {
  Evaluation evaluation;
  evaluation.P = std::move(P);
  evaluation.answers.resize(1);
  Subject& subject = *subjects_.front();
  Vector f = subject.kernel(evaluation.P).multiply(w);
  evaluation.answers.front().svm = certified(subject.problem(), {std::move(w), std::move(f)});
  total(evaluation);
  record(evaluation);
  return evaluation;
}

bool Oracle::needs_refinement(const Evaluation& evaluation) const {
  return evaluation.status == Status::converged && evaluation.gap() > 0.3 * gap() &&
         relative_gap() > options_.tolerance;
}

void Oracle::refine(Evaluation& evaluation) {
  const std::vector<Vector> start = evaluation.weights();
  solve(evaluation, start, std::max(0.02 * relative_gap(), tightest_inner_tolerance()),
        std::numeric_limits<double>::infinity());
}

void Oracle::finish_iteration() {
  ++iterations_;
  // No gain may mean that the solves are too rough to see one.
  const bool gained = history_.empty() || upper_ < history_.back().upper - 0.5 * best_gap_;
  if (!gained) {
    loosest_inner_tolerance_ = std::max(0.1 * loosest_inner_tolerance_, tightest_inner_tolerance());
  }
  history_.push_back(current());
  if (options_.on_progress) {
    Index support = 0;
    for (const SvmSolution& svm : best_svms_) support += (svm.w.array() != 0.0).count();
    options_.on_progress({current(), support, inner_solves_, elapsed()});
  }
}

bool Oracle::has_stalled() const {
  constexpr std::size_t patience = 20;
  if (history_.size() <= patience) return false;
  const Bounds& before = history_[history_.size() - 1 - patience];
  return gap() > 0.999 * (before.upper - before.lower);
}

std::optional<Status> Oracle::reason_to_stop() const {
  if (relative_gap() <= options_.tolerance) return Status::converged;
  if (options_.stop && options_.stop()) return Status::interrupted;
  if (elapsed() > options_.time_limit) return Status::time_limit;
  if (iterations_ >= options_.max_iterations) return Status::iteration_limit;
  if (has_stalled()) return Status::stalled;
  return std::nullopt;
}

Learned Oracle::learned(Status status, Method method) && {
  Learned learned;
  learned.P = std::move(best_P_);
  learned.upper = upper_;
  learned.lower = lower_;
  learned.status = status;
  learned.method = method;
  learned.iterations = iterations_;
  learned.inner_solves = inner_solves_;
  learned.history = std::move(history_);
  for (const auto& subject : subjects_) learned.seconds += subject->seconds();
  learned.seconds.step += step_seconds_;
  learned.seconds.total = elapsed();
  return learned;
}

LearnResult Oracle::result(Status status, Method method) && {
  SvmSolution svm = std::move(best_svms_.front());
  return {std::move(*this).learned(status, method), std::move(svm)};
}

SharedLearnResult Oracle::shared_result(Status status, Method method) && {
  std::vector<SvmSolution> svms = std::move(best_svms_);
  return {std::move(*this).learned(status, method), std::move(svms)};
}

}  // namespace tkl
