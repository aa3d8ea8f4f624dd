#include "learn/oracle.hpp"

#include <algorithm>
#include <cmath>

#include "learn/matrix_memory.hpp"
#include "svm/computed_kernel.hpp"
#include "svm/solve_svm.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

class Stopwatch {
 public:
  explicit Stopwatch(double& sum) : sum_(sum) {}
  ~Stopwatch() {
    sum_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  Stopwatch(Stopwatch&&) = delete;
  Stopwatch& operator=(Stopwatch&&) = delete;

 private:
  double& sum_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

double Bounds::relative_gap() const {
  if (!std::isfinite(lower) || !std::isfinite(upper)) {
    return std::numeric_limits<double>::infinity();
  }
  const double size = std::max(std::abs(upper), std::abs(lower));
  return size > 0.0 ? std::max(0.0, upper - lower) / size : 0.0;
}

Oracle::Oracle(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
               const LearnOptions& options)
    : family_(family),
      x_(x),
      problem_(problem),
      options_(options),
      in_memory_(options.memory >= matrix_memory(x.rows())),
      factor_memory_(in_memory_ ? options.memory : 0.5 * options.memory) {}

double Oracle::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

double Oracle::inner_tolerance() const {
  const double gap = std::isfinite(upper_) ? relative_gap() : 1.0;
  return std::min(0.1 * gap, loosest_inner_tolerance_);
}

const KernelMatrix& Oracle::kernel(const Matrix& P) {
  if (kernel_ && kernel_P_ == P) return *kernel_;
  const Stopwatch stopwatch(seconds_.kernel);
  kernel_.reset();
  without_ridge_.reset();
  kernel_P_ = P;
  if (in_memory_) {
    family_.gram_into(P, x_, options_.threads, K_);
    kernel_ = std::make_unique<DenseKernel>(K_, options_.threads);
  } else {
    const double cache = options_.memory - factor_memory_;
    kernel_ = std::make_unique<ComputedKernel>(family_, P, x_, cache, options_.threads);
  }
  if (problem_.ridge.size() != 0) {
    without_ridge_ = std::move(kernel_);
    kernel_ = std::make_unique<RidgedKernel>(*without_ridge_, problem_.ridge);
  }
  return *kernel_;
}

void Oracle::solve(Evaluation& evaluation, const Vector& start, double tolerance,
                   double no_worse_than) {
  const KernelMatrix& K = kernel(evaluation.P);
  {
    const Stopwatch stopwatch(seconds_.svm);
    SvmOptions svm;
    svm.tolerance = tolerance;
    svm.factor_memory = factor_memory_;
    // A little more, which rounding of the final dual cannot take away.
    svm.enough_dual = no_worse_than * (1.0 + 1e-9);
    svm.stop = [this] {
      return (options_.stop && options_.stop()) || elapsed() > options_.time_limit;
    };
    evaluation.svm = solve_svm(problem_, K, svm, start);
    ++inner_solves_;
  }
  if (!std::isfinite(evaluation.svm.primal)) {
    throw Error(
        "the objective overflows; rescale the target, or do not use the raw target or kernel");
  }
  if (evaluation.svm.dual > no_worse_than) return;
  const Stopwatch stopwatch(seconds_.step);
  const Vector& w = evaluation.svm.w;
  evaluation.sensitivity = family_.sensitivity(w, x_, options_.threads);
  evaluation.D = evaluation.sensitivity->adjoint(w);
  evaluation.vertex = feasible_set().maximise(evaluation.D);
  lower_ = std::max(lower_, problem_.kernel_free_part(w) - 0.5 * evaluation.vertex.value);
  if (evaluation.svm.primal < upper_) {
    upper_ = evaluation.svm.primal;
    best_P_ = evaluation.P;
    best_svm_ = evaluation.svm;
  }
}

Evaluation Oracle::evaluate(Matrix P, const Vector& start, double no_worse_than) {
  Evaluation evaluation;
  evaluation.P = std::move(P);
  solve(evaluation, start, inner_tolerance(), no_worse_than);
  return evaluation;
}

bool Oracle::needs_refinement(const Evaluation& evaluation) const {
  return evaluation.svm.status == Status::converged && evaluation.svm.gap() > 0.3 * gap() &&
         relative_gap() > options_.tolerance;
}

void Oracle::refine(Evaluation& evaluation) {
  const Vector start = evaluation.svm.w;
  solve(evaluation, start, std::max(0.02 * relative_gap(), tightest_inner_tolerance()),
        std::numeric_limits<double>::infinity());
}

void Oracle::finish_iteration() {
  ++iterations_;
  // No gain may mean that the solves are too rough to see one.
  const bool gained = history_.empty() || upper_ < history_.back().upper - 0.5 * best_svm_.gap();
  if (!gained) {
    loosest_inner_tolerance_ = std::max(0.1 * loosest_inner_tolerance_, tightest_inner_tolerance());
  }
  history_.push_back(current());
  if (options_.on_progress) {
    const Index support = (best_svm_.w.array() != 0.0).count();
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

LearnResult Oracle::result(Status status, Method method) && {
  seconds_.total = elapsed();
  LearnResult result;
  result.P = std::move(best_P_);
  result.svm = std::move(best_svm_);
  result.upper = upper_;
  result.lower = lower_;
  result.status = status;
  result.method = method;
  result.iterations = iterations_;
  result.inner_solves = inner_solves_;
  result.history = std::move(history_);
  result.seconds = seconds_;
  return result;
}

}  // namespace tkl
