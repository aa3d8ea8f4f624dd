#include "learn/subject.hpp"

#include <utility>

#include "learn/matrix_memory.hpp"
#include "learn/stopwatch.hpp"
#include "svm/computed_kernel.hpp"
#include "svm/solve_svm.hpp"

namespace tkl {

Subject::Subject(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
                 double memory, const Threads& threads)
    : family_(family),
      x_(x),
      problem_(problem),
      threads_(threads),
      in_memory_(memory >= matrix_memory(x.rows())),
      memory_(memory),
      factor_memory_(in_memory_ ? memory : 0.5 * memory) {}

const KernelMatrix& Subject::kernel(const Matrix& P) {
  if (kernel_ && kernel_P_ == P) return *kernel_;
  const Stopwatch stopwatch(seconds_.kernel);
  kernel_.reset();
  without_ridge_.reset();
  kernel_P_ = P;
  if (in_memory_) {
    family_.gram_into(P, x_, threads_, K_);
    kernel_ = std::make_unique<DenseKernel>(K_, threads_);
  } else {
    const double cache = memory_ - factor_memory_;
    kernel_ = std::make_unique<ComputedKernel>(family_, P, x_, cache, threads_);
  }
  if (problem_.ridge.size() != 0) {
    without_ridge_ = std::move(kernel_);
    kernel_ = std::make_unique<RidgedKernel>(*without_ridge_, problem_.ridge);
  }
  return *kernel_;
}

void Subject::forget_kernel() {
  kernel_.reset();
  without_ridge_.reset();
  K_.resize(0, 0);
}

SvmSolution Subject::solve(const Matrix& P, SvmOptions options, const Vector& start) {
  const KernelMatrix& K = kernel(P);
  const Stopwatch stopwatch(seconds_.svm);
  options.factor_memory = factor_memory_;
  return solve_svm(problem_, K, options, start);
}

void Subject::differentiate(SubjectAnswer& answer) {
  const Stopwatch stopwatch(seconds_.step);
  answer.sensitivity = family_.sensitivity(answer.svm.w, x_, threads_);
  answer.D = answer.sensitivity->adjoint(answer.svm.w);
}

}  // namespace tkl
