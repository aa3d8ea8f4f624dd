#pragma once

#include <functional>
#include <limits>
#include <string_view>
#include <vector>

#include "tkl/kernel_family.hpp"
#include "tkl/status.hpp"
#include "tkl/svm.hpp"
#include "tkl/threads.hpp"

namespace tkl {

/// How P is improved from one SVM solution to the next (docs/math.md §5).
enum class Method {
  newton,        ///< second order; fewest SVM solves; the default
  quasi_newton,  ///< L-BFGS on a square root of P
  frank_wolfe    ///< the paper's Algorithm 1
};
constexpr std::string_view to_string(Method method) {
  switch (method) {
    case Method::newton: return "newton";
    case Method::quasi_newton: return "quasi-newton";
    case Method::frank_wolfe: return "frank-wolfe";
  }
  return "unknown";
}

/// Certified bounds of the optimum of min_P max_w after an iteration: the best of all so far.
struct Bounds {
  int iteration = 0;
  double upper = 0.0;
  double lower = 0.0;

  double relative_gap() const;
};

struct Progress {
  Bounds bounds;
  Index support_vectors = 0;
  int inner_solves = 0;
  double seconds = 0.0;
};

struct LearnOptions {
  Method method = Method::newton;
  double tolerance = 1e-3;  ///< on the relative gap between upper and lower bound
  int max_iterations = 1000;
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds
  Threads threads{};
  /// Bytes that matrices of the size of the kernel matrix may take. If it does not fit, its entries
  /// are computed when needed, which is slower.
  double memory = std::numeric_limits<double>::infinity();
  std::function<void(const Progress&)> on_progress{};  ///< called after every iteration
  StopRequest stop{};
};

/// Seconds spent, by phase.
struct PhaseSeconds {
  double kernel = 0.0;  ///< K(P)
  double svm = 0.0;     ///< OPT_A
  double step = 0.0;    ///< D(w) and OPT_P
  double total = 0.0;

  PhaseSeconds& operator+=(const PhaseSeconds& more) {
    kernel += more.kernel;
    svm += more.svm;
    step += more.step;
    total += more.total;
    return *this;
  }
};

/// The best P found and its certificate: upper - lower bounds how far P and the SVM together are
/// from the global optimum, however the run ended.
struct Learned {
  Matrix P;
  double upper = 0.0;
  double lower = 0.0;
  Status status = Status::converged;
  Method method = Method::newton;
  int iterations = 0;
  int inner_solves = 0;
  std::vector<Bounds> history;
  PhaseSeconds seconds;

  double relative_gap() const { return Bounds{iterations, upper, lower}.relative_gap(); }
};

struct LearnResult : Learned {
  SvmSolution svm;
};

/// Learns the kernel and its SVM together: min over P in the family's feasible set of OPT_A(P).
/// x holds one scaled point a row, in the order of the problem's rows.
LearnResult learn(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
                  const LearnOptions& options = {});

/// Some rows of x, and what is to be learned from them.
struct Lesson {
  std::vector<Index> rows;
  SvmProblem problem;
};

struct SharedLearnResult : Learned {
  std::vector<SvmSolution> svms;  ///< one for each lesson
};

/// Learns one kernel for several lessons: min over P of the sum of their OPT_A(P).
SharedLearnResult learn_shared(const KernelFamily& family, const Matrix& x,
                               const std::vector<Lesson>& lessons,
                               const LearnOptions& options = {});

}  // namespace tkl
