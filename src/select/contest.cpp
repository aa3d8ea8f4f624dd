#include "select/contest.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "data/principal_axes.hpp"
#include "model/make_family.hpp"
#include "model/metric_loss.hpp"
#include "select/optimism.hpp"
#include "select/ridge.hpp"
#include "select/sample_rows.hpp"
#include "select/targets.hpp"
#include "tkl/cross_validate.hpp"

namespace tkl {

namespace {

constexpr int folds_of_screening = 20;
constexpr double noticeable_correlation = 0.2;

// A cost that leaves most weights of a fit by squares untouched, and a tube well inside its
// residuals: on these kernels the error hardly depends on either beyond that.
constexpr double cost_of_weights = 6.0;
constexpr double tube_of_residuals = 0.2;
// Of noiseless targets; errors that small do not matter to anyone, but fits take ever longer.
constexpr double narrowest_tube = 1e-4;

}  // namespace

Contest::Contest(const Dataset& data, Index rows, bool knows_axes, std::uint64_t seed)
    : sample_(select_rows(data, sample_rows(data, rows, seed))),
      straight_(data.points),
      warped_(data.points, data.weights, true),
      targets_(ridge_targets(sample_)),
      fold_(assign_folds(sample_, std::min(folds_of_screening, most_folds(sample_)), seed)) {
  if (!knows_axes) return;
  straight_turned_ = straight_.along_principal_axes(data.points, data.weights);
  warped_turned_ = warped_.along_principal_axes(data.points, data.weights);
}

bool Contest::is_skewed() const {
  return straight_.transform(sample_.points) != warped_.transform(sample_.points);
}

bool Contest::is_correlated() const {
  if (!straight_turned_) return false;
  const Vector weights =
      sample_.weights.size() == 0 ? Vector::Ones(sample_.rows()) : sample_.weights;
  return largest_correlation(straight_.transform(sample_.points), weights) > noticeable_correlation;
}

FeatureScaler Contest::scaler_for(const FitOptions& options) const {
  const bool turned = options.axes == Axes::principal;
  const FeatureScaler& scaler = options.warp ? (turned ? warped_turned_.value() : warped_)
                                             : (turned ? straight_turned_.value() : straight_);
  return {scaler.minimum(), scaler.maximum(), scaler.curvature(), options.codes, scaler.turn()};
}

std::vector<Contest::Trial> Contest::judge(Candidate& candidate) const {
  std::vector<Trial> trials;
  FitOptions options = candidate.options;
  options.learn.threads = Threads(1);
  const Matrix x = scaler_for(options).transform(sample_.points);
  const auto family = make_family(options, x, sample_.weights);
  const RidgePath path(family->gram(family->feasible_set().start(), x, options.learn.threads),
                       targets_, sample_.weights, fold_);
  candidate.loss = std::numeric_limits<double>::infinity();
  // An eigenvalue of the kernel matrix is at most its rows times its size, which is about 1.
  for (double ridge = 1e-7; ridge < 1e2; ridge *= 4.64) {
    const RidgePath::Fit fit = path.fit(ridge);
    const double loss = ridge_loss(sample_.task, targets_, fit.held_out, sample_.weights);
    trials.push_back({loss, fit.held_out});
    if (!(loss < candidate.loss)) continue;
    candidate.loss = loss;
    candidate.ridge = ridge;
    const double weight = std::sqrt(fit.alpha.cwiseAbs2().mean());
    candidate.cost = std::clamp(cost_of_weights * weight, lowest_cost, highest_cost);
    candidate.tube = std::max(narrowest_tube, tube_of_residuals * ridge * weight);
  }
  return trials;
}

std::vector<Contest::Trial> Contest::judge_all(std::vector<Candidate>& candidates,
                                               const Threads& threads,
                                               const StopRequest& stop) const {
  std::vector<std::vector<Trial>> trials(candidates.size());
  threads.for_each(std::ssize(candidates), [&](Index index) {
    const auto k = static_cast<std::size_t>(index);
    if (stop && stop()) {
      candidates[k].loss = std::numeric_limits<double>::infinity();
    } else {
      trials[k] = judge(candidates[k]);
    }
  });
  sort_by_loss(candidates);
  std::vector<Trial> all;
  for (auto& some : trials) {
    all.insert(all.end(), std::make_move_iterator(some.begin()),
               std::make_move_iterator(some.end()));
  }
  return all;
}

std::vector<Matrix> Contest::judged_predictions(const std::vector<Trial>& trials) const {
  std::vector<Matrix> judged;
  judged.reserve(trials.size());
  for (const Trial& trial : trials) {
    judged.push_back(trial.held_out);
    if (sample_.task == Task::classification) continue;
    const TargetScaler scaler(sample_.target, sample_.weights);
    judged.back() = within_range_of(sample_.target, scaler.inverse(trial.held_out.col(0)));
  }
  return judged;
}

double Contest::optimism(const std::vector<Trial>& trials, Metric metric,
                         std::uint64_t seed) const {
  if (trials.empty()) return 0.0;
  const Vector weights =
      sample_.weights.size() == 0 ? Vector::Ones(sample_.rows()) : sample_.weights;
  Choice choice;
  choice.models = trials.size();
  choice.criterion = [&](std::size_t k, const Vector& w) {
    return ridge_loss(sample_.task, targets_, trials[k].held_out, w);
  };
  const std::vector<Matrix> judged = judged_predictions(trials);
  choice.loss = [&](std::size_t k, const Vector& w) {
    if (metric != Metric::log_loss) {
      return as_loss(metric, measure(metric, sample_.target, judged[k], w));
    }
    return w.dot(within_knowledge(log_losses(sample_.target, judged[k], w))) / w.sum();
  };
  std::size_t best = 0;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    if (trials[k].loss < trials[best].loss) best = k;
  }
  constexpr int draws = 50;
  const double excess = expected_loss(choice, weights, draws, seed) - choice.loss(best, weights);
  return std::isfinite(excess) ? std::max(0.0, excess) : 0.0;
}

}  // namespace tkl
