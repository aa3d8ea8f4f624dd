#include "select/expectation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/metric_loss.hpp"
#include "select/interval_errors.hpp"
#include "select/optimism.hpp"

namespace tkl {

Expectation::Expectation(const Evaluator& evaluator, double screening_optimism,
                         std::optional<std::size_t> constant, std::uint64_t seed)
    : evaluator_(evaluator),
      screening_optimism_(screening_optimism),
      constant_(constant),
      optimism_of_choice_(optimism_of_choice(seed)) {}

std::vector<SearchMember> Expectation::worthwhile(std::vector<SearchMember> members) const {
  if (!constant_) return members;
  const double loss = reached_loss(evaluator_.held_out(*constant_));
  constexpr double noticeably = 1e-3;
  if (expected_loss(held_out_mean(members)) < (1.0 - noticeably) * loss) return members;
  return {{*constant_, 1.0}};
}

Matrix Expectation::held_out_mean(const std::vector<SearchMember>& members) const {
  Matrix mean = members.front().share * evaluator_.held_out(members.front().point);
  for (std::size_t k = 1; k < members.size(); ++k) {
    mean += members[k].share * evaluator_.held_out(members[k].point);
  }
  return mean;
}

/// The loss to expect of rows that nobody has seen: what looks best of many is not as good as it looks.
double Expectation::expected_loss(const Matrix& held_out) const {
  return reached_loss(held_out) + optimism_of_choice_ + screening_optimism_;
}

/// By the metric asked for.
double Expectation::reached_loss(const Matrix& held_out) const {
  const Vector& weights = evaluator_.judged_weights();
  if (evaluator_.metric() != Metric::log_loss) {
    return evaluator_.loss(evaluator_.metric(), held_out, weights);
  }
  return weights.dot(cross_calibrated_log_losses(evaluator_.judged_target(), held_out, weights)) /
         weights.sum();
}

void Expectation::describe(const Matrix& held_out, SearchRecord& record, Model& model) const {
  const double loss = reached_loss(held_out);
  record.reached = from_loss(record.metric, loss);
  // A constant was not chosen because it looked best, but because nothing else did.
  const bool is_best_of_many = record.chosen != constant_;
  record.expected = from_loss(record.metric, is_best_of_many ? expected_loss(held_out) : loss);

  if (model.task == Task::classification) {
    model.calibration =
        Calibration::fitted(evaluator_.judged_target(), held_out, evaluator_.judged_weights());
    return;
  }
  const Vector errors = evaluator_.judged_target() - held_out.col(0);
  model.held_out_errors =
      growth_by_choice(record, loss) * interval_errors(errors, evaluator_.judged_weights());
}

/// By how much errors of a model that was chosen as the best are larger than they look.
double Expectation::growth_by_choice(const SearchRecord& record, double loss) const {
  if (record.chosen == constant_ || !(loss > 0.0)) return 1.0;
  const double growth = 1.0 + optimism_of_choice_ / loss;
  return record.metric == Metric::mae ? growth : std::sqrt(growth);
}

/// Of each of the predictions, whatever weights the rows have.
Expectation::LossUnderWeights Expectation::losses_of(std::vector<Matrix> held_out, Metric metric,
                                                     Bounds bounds) const {
  if (metric != Metric::log_loss) {
    const bool moves = bounds == Bounds::known && task_of(metric) == Task::regression;
    for (Matrix& predictions : held_out) {
      if (moves) predictions = within_range_of(evaluator_.judged_target(), predictions);
    }
    return [this, held_out = std::move(held_out), metric](std::size_t k, const Vector& weights) {
      return evaluator_.loss(metric, held_out[k], weights);
    };
  }
  // Probabilities are calibrated once, not anew for every draw of rows.
  std::vector<Vector> of_rows;
  of_rows.reserve(held_out.size());
  for (const Matrix& predictions : held_out) {
    of_rows.push_back(cross_calibrated_log_losses(evaluator_.judged_target(), predictions,
                                                  evaluator_.judged_weights()));
    if (bounds == Bounds::known) of_rows.back() = within_knowledge(of_rows.back());
  }
  return [of_rows = std::move(of_rows)](std::size_t k, const Vector& weights) {
    return weights.dot(of_rows[k]) / weights.sum();
  };
}

/// By how much the loss of the best complete point seems smaller than it is; chance may find it larger, which
/// proves nothing, and a single row tells nothing at all.
double Expectation::optimism_of_choice(std::uint64_t seed) const {
  const std::vector<Matrix> held_out = evaluator_.held_out(evaluator_.complete_points());
  if (held_out.empty()) return 0.0;
  const Vector& weights = evaluator_.judged_weights();
  Choice choice;
  choice.models = held_out.size();
  choice.loss = losses_of(held_out, evaluator_.metric(), Bounds::known);
  choice.criterion = losses_of(held_out, evaluator_.criterion(), Bounds::none);
  std::size_t best = 0;
  for (std::size_t k = 1; k < held_out.size(); ++k) {
    if (choice.criterion(k, weights) < choice.criterion(best, weights)) best = k;
  }
  constexpr int draws = 200;
  const double optimism =
      tkl::expected_loss(choice, weights, draws, seed) - choice.loss(best, weights);
  return std::isfinite(optimism) ? std::max(0.0, optimism) : 0.0;
}

}  // namespace tkl
