#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "learn/part.hpp"
#include "learn/steps.hpp"

namespace tkl {

/// Learns on as few rows as will do: those that are, or may become, support vectors. A row without
/// weight has no say in the dual of OPT_A or in the lower bound, and adds just its loss to the upper
/// bound. So the bounds of a part, with the losses of all other rows, certify the whole; rows with a
/// loss join the part until the gap is closed.
class Learner {
 public:
  Learner(const KernelFamily& family, const Matrix& x, const SvmProblem& problem,
          const LearnOptions& options);

  LearnResult run();

 private:
  /// Where rows are many, a P learned from some of them; else nothing.
  std::optional<LearnResult> learn_from_sample() const;
  LearnResult run_from(const Matrix& P);
  LearnResult run_on_parts(std::vector<Index> rows);
  bool is_worth_a_part(const std::vector<Index>& rows) const;
  double elapsed() const;
  double time_left() const { return std::max(1e-9, options_.time_limit - elapsed()); }
  Part all() const;
  /// Improves P on a part, from a solution for all rows, and keeps the books of the whole.
  LearnResult improve_part(const Part& part, double tolerance, const Matrix& P,
                           const SvmSolution& on_all);
  /// Evaluates what was learned on a part on all rows, and keeps it if it is the best so far.
  SvmSolution consider(const LearnResult& result, const Part& part);
  LearnResult finish(Status status);

  const KernelFamily& family_;
  const Matrix& x_;
  const SvmProblem& problem_;
  const LearnOptions& options_;
  Method method_;
  std::unique_ptr<StepRule> rule_;
  Matrix identity_;  // the kernel matrix of all rows at P = I, where it helps to compute others
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  LearnResult whole_;
};

}  // namespace tkl
