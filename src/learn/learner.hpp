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
  static constexpr Index fewest_for_parts = 1000;

  /// Where rows are many, a P learned from some of them; else nothing.
  std::optional<LearnResult> learn_from_sample() const;
  LearnResult run_from(const Matrix& P);
  /// Whether every weight has one sign only. Of classes many rows are on the right side of the margin
  /// and do not matter; of regression few are inside the tube.
  bool is_of_classes() const;
  /// A first solution only has to tell which rows matter. Where many do not, single precision tells it in
  /// half of the time and memory.
  bool can_begin_roughly() const;
  /// Leaves the bounds of w = 0 in the books: rounded kernels certify nothing.
  SvmSolution begin_roughly(const Matrix& P);
  /// A result with what was spent before.
  LearnResult with_first_steps(LearnResult result) const;
  /// From the weights of a solution at the P in the books.
  LearnResult run_on_parts(std::vector<Index> rows, Vector w);
  bool is_worth_a_part(const std::vector<Index>& rows) const;
  double elapsed() const;
  double time_left() const { return std::max(1e-9, options_.time_limit - elapsed()); }
  Part all() const;
  /// Improves P on a part, from weights of its rows, and keeps the books of the whole.
  LearnResult improve_part(const Part& part, double tolerance, const Matrix& P, Vector w);
  /// Evaluates what was learned on a part on all rows, and keeps it if it is the best so far.
  SvmSolution consider(const LearnResult& result, const Part& part);
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
