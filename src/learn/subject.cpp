#include "learn/subject.hpp"

#include <utility>

#include "landmarks/landmark_start.hpp"
#include "learn/matrix_memory.hpp"
#include "learn/stopwatch.hpp"
#include "svm/bordered_system.hpp"
#include "svm/computed_kernel.hpp"
#include "svm/sketch_preconditioner.hpp"
#include "svm/solve_svm.hpp"

namespace tkl {

Subject::Subject(const KernelFamily& family, const Part& part, double memory,
                 const Threads& threads, Kernels kernels)
    : family_(family),
      x_(part.x),
      problem_(part.problem),
      threads_(threads),
      in_memory_(memory >= matrix_memory(part.x.rows())),
      memory_(memory),
      factor_memory_(in_memory_ ? memory : 0.5 * memory) {
  if (kernels == Kernels::anew || !in_memory_) return;
  const Stopwatch stopwatch(seconds_.kernel);
  series_ = family.gram_series(part.x, threads);
}

const KernelMatrix& Subject::kernel(const Matrix& P) {
  if (kernel_ && kernel_P_ == P) return *kernel_;
  const Stopwatch stopwatch(seconds_.kernel);
  kernel_.reset();
  without_ridge_.reset();
  kernel_P_ = P;
  if (in_memory_) {
    if (!series_ || !series_->gram_into(P, threads_, K_)) {
      family_.gram_into(P, x_, threads_, K_);
    }
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
  if (start.size() == 0 && !in_memory_) {
    // A product with K is expensive there, and a good start saves many.
    const Index landmarks = plan_system(K, problem_.size(), factor_memory_).landmarks;
    if (landmarks != 0) {
      return solve_svm(problem_, K, options,
                       landmark_start(family_, P, x_, problem_, landmarks, options));
    }
  }
  return solve_svm(problem_, K, options, start);
}

std::shared_ptr<const FaceSystem> Subject::face(const Matrix& P, const std::vector<Index>& rows) {
  constexpr Index most_rows = 6000;
  const auto free = static_cast<double>(rows.size());
  if (std::ssize(rows) > most_rows || 8.0 * free * free > factor_memory_) return nullptr;
  return std::make_shared<const FaceSystem>(kernel(P), rows);
}

std::shared_ptr<const KernelSketch> Subject::sketch(const Matrix& P,
                                                    const std::vector<Index>& rows) {
  const Index landmarks = sketch_landmarks(std::ssize(rows), factor_memory_);
  const auto free = static_cast<double>(rows.size());
  if (sketch_memory(free, static_cast<double>(landmarks)) > factor_memory_) return nullptr;
  const auto sketch = std::make_shared<const KernelSketch>(kernel(P), rows, 0.0, landmarks);
  return sketch->is_valid() ? sketch : nullptr;
}

Matrix Subject::root_of_curvature(const Matrix& P, const std::vector<Index>& rows,
                                  const Matrix& J) {
  if (const auto exact = face(P, rows)) return exact->whiten(J);
  if (const auto rough = sketch(P, rows)) return rough->root_of_square(J);
  return {};
}

std::function<Vector(const Vector&)> Subject::curvature(const Matrix& P,
                                                        const std::vector<Index>& rows) {
  if (const auto exact = face(P, rows)) {
    return [exact](const Vector& v) { return exact->times(v); };
  }
  if (const auto rough = sketch(P, rows)) {
    return [rough](const Vector& v) { return rough->times_centred(v); };
  }
  return {};
}

void Subject::differentiate(SubjectAnswer& answer) {
  const Stopwatch stopwatch(seconds_.step);
  answer.sensitivity = family_.sensitivity(answer.svm.w, x_, threads_);
  answer.D = answer.sensitivity->adjoint(answer.svm.w);
}

}  // namespace tkl
