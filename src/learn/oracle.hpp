#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "learn/part.hpp"
#include "learn/subject.hpp"
#include "tkl/learn.hpp"

namespace tkl {

/// OPT_A solved at one P, with what is needed to improve on it.
struct Evaluation {
  Matrix P;
  std::vector<SubjectAnswer> answers;  ///< one for each subject
  Matrix D;
  FeasibleSet::Maximum vertex;  ///< OPT_P at w: the best P against these weights
  double primal = 0.0;
  double dual = 0.0;
  Status status = Status::converged;

  double gap() const { return primal - dual; }
  /// To start a solve from.
  std::vector<Vector> weights() const;
  /// Gradient of OPT_A at P.
  Matrix gradient() const { return -0.5 * D; }
};

/// Answers OPT_A at any P and keeps the books that all methods share: the certified bounds, the
/// best model so far, the accuracy that the next SVM solve needs, limits, timings and progress.
/// Where several subjects share P, OPT_A is the sum of theirs.
class Oracle {
 public:
  Oracle(const KernelFamily& family, const Part& part, const LearnOptions& options,
         Kernels kernels = Kernels::anew);
  Oracle(const KernelFamily& family, const std::vector<Part>& parts, const LearnOptions& options);

  const FeasibleSet& feasible_set() const { return family_.feasible_set(); }
  std::vector<std::unique_ptr<Subject>>& subjects() { return subjects_; }
  const Threads& threads() const { return options_.threads; }

  /// Solves OPT_A at P, starting from the weights given, and updates the bounds. An evaluation that
  /// turns out worse than `no_worse_than` is left unfinished: all that it tells is that it is worse.
  Evaluation evaluate(Matrix P, const std::vector<Vector>& start = {},
                      double no_worse_than = std::numeric_limits<double>::infinity());

  /// The same without a solve, for weights that are known already. Requires one subject.
  Evaluation adopt(Matrix P, Vector w);

  /// Solves again at the same P as accurately as the present gap requires.
  void refine(Evaluation& evaluation);
  /// Whether the SVM's own gap, not P, is what keeps the bounds apart.
  bool needs_refinement(const Evaluation& evaluation) const;

  /// From now on SVMs are solved to this tolerance at least.
  void limit_inner_tolerance(double tolerance) {
    loosest_inner_tolerance_ = std::min(loosest_inner_tolerance_, tolerance);
  }

  /// Ends an iteration: records bounds and reports progress.
  void finish_iteration();

  /// Why to stop now, if there is a reason.
  std::optional<Status> reason_to_stop() const;

  /// Whether more accurate SVM solves are out of the question.
  bool solves_are_tightest() const {
    return loosest_inner_tolerance_ <= tightest_inner_tolerance();
  }

  double gap() const { return upper_ - lower_; }
  double relative_gap() const { return current().relative_gap(); }

  LearnResult result(Status status, Method method) &&;
  SharedLearnResult shared_result(Status status, Method method) &&;

 private:
  Bounds current() const { return {iterations_, upper_, lower_}; }
  double elapsed() const;
  /// Whether many iterations brought nothing: the SVM's rounding, not P, then sets the gap.
  bool has_stalled() const;
  double inner_tolerance() const;
  /// The lower bound feels the error of w to first order, the SVM's own gap only to second: far
  /// below the outer tolerance, accuracy can still be worth its price.
  double tightest_inner_tolerance() const { return 1e-4 * options_.tolerance; }
  void solve(Evaluation& evaluation, const std::vector<Vector>& start, double tolerance,
             double no_worse_than);
  /// Sums up what the subjects answered.
  static void total(Evaluation& evaluation);
  /// Enters an evaluation into the books.
  void record(Evaluation& evaluation);
  /// Differentiates the solutions, and returns what they prove of all P.
  double bound_below(Evaluation& evaluation);
  /// Side by side, where there are several.
  void for_each_subject(const std::function<void(std::size_t)>& ask);
  Learned learned(Status status, Method method) &&;

  const KernelFamily& family_;
  const LearnOptions& options_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::unique_ptr<Subject>> subjects_;
  double upper_ = std::numeric_limits<double>::infinity();
  double lower_ = 0.0;  // what w = 0 certifies
  double loosest_inner_tolerance_ = 1e-2;
  int iterations_ = 0;
  int inner_solves_ = 0;
  Matrix best_P_;
  std::vector<SvmSolution> best_svms_;
  double best_gap_ = 0.0;
  std::vector<Bounds> history_;
  double step_seconds_ = 0.0;
};

}  // namespace tkl
