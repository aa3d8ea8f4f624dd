#pragma once

#include <chrono>
#include <memory>
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
  /// P to begin with: where rows are many, one learned from some of them.
  Matrix starting_point() const;
  LearnResult run_on_parts(std::vector<Index> rows);
  bool is_worth_a_part(const std::vector<Index>& rows) const;
  double elapsed() const;
  Part all() const;
  /// Improves P on a part, and keeps the books of the whole.
  LearnResult improve_part(const Part& part, double tolerance, Matrix& P, const Vector& w);
  /// Evaluates what was learned on a part on all rows, and keeps it if it is the best so far.
  SvmSolution consider(const LearnResult& result, const Part& part, const Vector& w);
  LearnResult finish(Status status);

  const KernelFamily& family_;
  const Matrix& x_;
  const SvmProblem& problem_;
  const LearnOptions& options_;
  Method method_;
  std::unique_ptr<StepRule> rule_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  LearnResult whole_;
};

}  // namespace tkl
