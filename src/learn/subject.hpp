#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "learn/part.hpp"
#include "svm/face.hpp"
#include "svm/kernel_matrix.hpp"
#include "svm/kernel_sketch.hpp"
#include "tkl/learn.hpp"

namespace tkl {

/// What was learned of a subject at one P.
struct SubjectAnswer {
  SvmSolution svm;
  std::unique_ptr<Sensitivity> sensitivity;
  Matrix D;
};

/// How the kernel matrices of many P are computed: each anew, or from what they have in common.
enum class Kernels { anew, in_series };

/// Points and an SVM problem on them, of which OPT_A can be asked at any P.
class Subject {
 public:
  /// Takes so many bytes at most for matrices, and for a series of them as much again. Refers to all
  /// that is given.
  Subject(const KernelFamily& family, const Part& part, double memory, const Threads& threads,
          Kernels kernels = Kernels::anew);

  const SvmProblem& problem() const { return problem_; }
  const PhaseSeconds& seconds() const { return seconds_; }

  /// K(P), with the ridge of the problem on its diagonal: in memory if it fits there, else computed
  /// when asked. Only the last one is kept, since a kernel matrix is computed as fast as two others
  /// could be combined.
  const KernelMatrix& kernel(const Matrix& P);
  void forget_kernel();

  /// X with XᵀX = JᵀSJ, S being the heart of the second derivative of OPT_A (FaceSystem) for free rows
  /// with the Jacobian J of K(P)w. By a sketch of the kernel matrix where a factor would be too much.
  Matrix root_of_curvature(const Matrix& P, const std::vector<Index>& rows, const Matrix& J);
  /// v ↦ Sv by itself; empty if it cannot be had.
  std::function<Vector(const Vector&)> curvature(const Matrix& P, const std::vector<Index>& rows);

  SvmSolution solve(const Matrix& P, SvmOptions options, const Vector& start);
  /// The sensitivity of K(P)w, and D(w).
  void differentiate(SubjectAnswer& answer);

 private:
  /// Of so many free rows; nothing if there is no memory for a factor or a sketch.
  std::shared_ptr<const FaceSystem> face(const Matrix& P, const std::vector<Index>& rows);
  std::shared_ptr<const KernelSketch> sketch(const Matrix& P, const std::vector<Index>& rows);

  const KernelFamily& family_;
  const Matrix& x_;
  const SvmProblem& problem_;
  Threads threads_;
  bool in_memory_;
  double memory_;
  double factor_memory_;
  std::unique_ptr<GramSeries> series_;
  Matrix kernel_P_;  // of the present kernel matrix
  Matrix K_;         // where it is held, if in memory
  std::unique_ptr<KernelMatrix> without_ridge_;
  std::unique_ptr<KernelMatrix> kernel_;
  PhaseSeconds seconds_;
};

}  // namespace tkl
