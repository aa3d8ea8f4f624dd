#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "select/evaluator.hpp"
#include "tkl/model.hpp"

namespace tkl {

/// What to expect of models that a search has chosen, by what they predict of rows that were held out (docs/math.md §11):
/// the loss they reach, by how much that is too good because they were chosen as the best, whether a constant
/// would do as well, and how far predictions can be trusted.
class Expectation {
 public:
  /// The evaluator must outlive it. `screening_optimism` is what the choice of its points adds to that among them,
  /// `constant` a complete point to compare with.
  Expectation(const Evaluator& evaluator, double screening_optimism,
              std::optional<std::size_t> constant, std::uint64_t seed);

  /// The same members, unless nothing but chance makes them look better than a constant.
  std::vector<SearchMember> worthwhile(std::vector<SearchMember> members) const;

  /// What the members predict together of the rows that were held out.
  Matrix held_out_mean(const std::vector<SearchMember>& members) const;

  /// Tells the record what its members reach and what to expect of them, and the model of them how far its
  /// predictions can be trusted.
  void describe(const Matrix& held_out, SearchRecord& record, Model& model) const;

 private:
  using LossUnderWeights = std::function<double(std::size_t, const Vector&)>;

  double reached_loss(const Matrix& held_out) const;
  double expected_loss(const Matrix& held_out) const;
  /// Whether a row counts for what a model makes of it, or at most for what the truth is known to allow.
  enum class Bounds { none, known };
  LossUnderWeights losses_of(std::vector<Matrix> held_out, Metric metric, Bounds bounds) const;
  double optimism_of_choice(std::uint64_t seed) const;
  double growth_by_choice(const SearchRecord& record, double loss) const;

  const Evaluator& evaluator_;
  double screening_optimism_;
  std::optional<std::size_t> constant_;
  double optimism_of_choice_;
};

}  // namespace tkl
