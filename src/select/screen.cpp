#include "select/screen.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>

#include "model/make_family.hpp"
#include "model/metric_loss.hpp"
#include "select/learn_scales.hpp"
#include "select/optimism.hpp"
#include "select/ridge.hpp"
#include "select/sample_rows.hpp"
#include "select/targets.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/scaling.hpp"

namespace tkl {

namespace {

constexpr Index small_sample = 500;
constexpr Index large_sample = 1000;
constexpr std::size_t families_with_learned_scales = 3;
constexpr std::size_t kinds_on_large_sample = 4;
constexpr int folds_of_screening = 20;
constexpr double hopeless = 1.5;  // times the loss of the best
constexpr std::size_t few_candidates = 4;
constexpr std::size_t many_candidates = 10;
constexpr Index rows_that_show_scales = 1500;

// A cost that leaves most weights of a fit by squares untouched, and a tube well inside its
// residuals: on these kernels the error hardly depends on either beyond that.
constexpr double cost_of_weights = 6.0;
constexpr double tube_of_residuals = 0.2;
// Of targets that are the same everywhere, which leave nothing to pay for; a cost must be positive.
constexpr double lowest_cost = 1e-6;
// Of noiseless targets; errors that small do not matter to anyone, but fits take ever longer.
constexpr double narrowest_tube = 1e-4;

bool same_family(const Candidate& a, const Candidate& b) {
  return a.options.family == b.options.family;
}

bool same_kind(const Candidate& a, const Candidate& b) {
  return same_family(a, b) && a.options.warp == b.options.warp &&
         a.options.degree == b.options.degree;
}

/// One sample of the data, on which candidates compete.
class Contest {
 public:
  Contest(const Dataset& data, Index rows, std::uint64_t seed)
      : sample_(select_rows(data, sample_rows(data, rows, seed))),
        straight_(FeatureScaler(data.points).transform(sample_.points)),
        warped_(FeatureScaler(data.points, data.weights, true).transform(sample_.points)),
        targets_(ridge_targets(sample_)),
        fold_(assign_folds(sample_, std::min(folds_of_screening, most_folds(sample_)), seed)) {}

  const Dataset& sample() const { return sample_; }
  bool is_skewed() const { return straight_ != warped_; }

  /// One ridge of one candidate.
  struct Trial {
    double loss;
    Matrix held_out;
  };

  /// Sets ridge, loss, cost and tube of the candidate; returns what all ridges came to.
  std::vector<Trial> judge(Candidate& candidate) const {
    std::vector<Trial> trials;
    FitOptions options = candidate.options;
    options.learn.threads = Threads(1);
    const Matrix& x = options.warp ? warped_ : straight_;
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

  /// The optimism of having chosen the best of the trials, in the loss of the metric.
  double optimism(const std::vector<Trial>& trials, Metric metric, std::uint64_t seed) const {
    if (trials.empty()) return 0.0;
    const Vector weights =
        sample_.weights.size() == 0 ? Vector::Ones(sample_.rows()) : sample_.weights;
    Choice choice;
    choice.models = trials.size();
    choice.criterion = [&](std::size_t k, const Vector& w) {
      return ridge_loss(sample_.task, targets_, trials[k].held_out, w);
    };
    choice.loss = [&](std::size_t k, const Vector& w) {
      const Matrix& predicted = trials[k].held_out;
      if (sample_.task == Task::classification) {
        return as_loss(metric, measure(metric, sample_.target, predicted, w));
      }
      const TargetScaler scaler(sample_.target, sample_.weights);
      return as_loss(metric, measure(metric, sample_.target, scaler.inverse(predicted.col(0)), w));
    };
    std::size_t best = 0;
    for (std::size_t k = 0; k < trials.size(); ++k) {
      if (trials[k].loss < trials[best].loss) best = k;
    }
    constexpr int draws = 50;
    const double excess = expected_loss(choice, weights, draws, seed) - choice.loss(best, weights);
    return std::isfinite(excess) ? std::max(0.0, excess) : 0.0;
  }

 private:
  Dataset sample_;
  Matrix straight_;
  Matrix warped_;
  Matrix targets_;
  std::vector<int> fold_;
};

void sort_by_loss(std::vector<Candidate>& candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.loss < b.loss; });
}

/// Judges and sorts all candidates; returns the trials of all of them.
std::vector<Contest::Trial> judge_all(const Contest& contest, std::vector<Candidate>& candidates,
                                      const Threads& threads, const StopRequest& stop) {
  std::vector<std::vector<Contest::Trial>> trials(candidates.size());
  threads.for_each(static_cast<Index>(candidates.size()), [&](Index index) {
    const auto k = static_cast<std::size_t>(index);
    if (stop && stop()) {
      candidates[k].loss = std::numeric_limits<double>::infinity();
    } else {
      trials[k] = contest.judge(candidates[k]);
    }
  });
  sort_by_loss(candidates);
  std::vector<Contest::Trial> all;
  for (auto& some : trials) {
    all.insert(all.end(), std::make_move_iterator(some.begin()),
               std::make_move_iterator(some.end()));
  }
  return all;
}

double scale_of(const FitOptions& options) {
  return is_radial(options.family) ? options.width : options.bound;
}

/// The best of each of the first sorts, where `same` tells what is of one sort.
template <class Same>
std::vector<Candidate> best_of_each(const std::vector<Candidate>& sorted, std::size_t most,
                                    Same same) {
  std::vector<Candidate> kept;
  for (const Candidate& candidate : sorted) {
    const bool known = std::any_of(kept.begin(), kept.end(),
                                   [&](const Candidate& other) { return same(other, candidate); });
    if (!known && kept.size() < most) kept.push_back(candidate);
  }
  return kept;
}

/// The best of each of the first kinds, with the next finer kernel of its kind: more rows want finer kernels.
std::vector<Candidate> leaders(const std::vector<Candidate>& sorted, std::size_t kinds) {
  std::vector<Candidate> kept;
  for (const Candidate& best : best_of_each(sorted, kinds, same_kind)) {
    kept.push_back(best);
    const Candidate* finer = nullptr;
    for (const Candidate& other : sorted) {
      const double scale = scale_of(other.options);
      if (same_kind(other, best) && scale < scale_of(best.options) &&
          (finer == nullptr || scale > scale_of(finer->options))) {
        finer = &other;
      }
    }
    if (finer != nullptr) kept.push_back(*finer);
  }
  return kept;
}

/// The best of the sorted candidates. If all of them have common scales, or all have scales for each
/// feature, the last place goes to the best of the other sort.
std::vector<Candidate> varied(const std::vector<Candidate>& sorted, std::size_t count) {
  const auto end = sorted.begin() + std::min(std::ssize(sorted), static_cast<Index>(count));
  std::vector<Candidate> kept(sorted.begin(), end);
  const bool per_feature = kept.front().per_feature;
  const auto is_other = [&](const Candidate& c) { return c.per_feature != per_feature; };
  if (kept.size() < 2 || std::any_of(kept.begin(), kept.end(), is_other)) return kept;
  const auto other = std::find_if(end, sorted.end(), is_other);
  if (other != sorted.end()) kept.back() = *other;
  return kept;
}

}  // namespace

// Beyond that it is a polyharmonic spline, which narrower ones come near to and which takes an SVM
// weights a thousand times as large.
constexpr double widest_matern = 3.0;

std::vector<FitOptions> kernels_to_screen(const FitOptions& base, const Given& given) {
  std::vector<std::pair<Family, int>> kinds = {{Family::tessellated, 0}, {Family::tessellated, 1},
                                               {Family::reflected, 0},   {Family::reflected, 1},
                                               {Family::matern, 0},      {Family::gaussian, 0}};
  if (given.degree) {
    kinds = {{Family::tessellated, base.degree}, {Family::reflected, base.degree}};
  }
  if (given.family) {
    std::erase_if(kinds, [&](const auto& kind) { return kind.first != base.family; });
    if (kinds.empty()) kinds = {{base.family, base.degree}};
  }
  std::vector<FitOptions> kernels;
  for (const auto& [family, degree] : kinds) {
    FitOptions options = base;
    options.family = family;
    options.degree = degree;
    if (given.scale || !has_scales(family)) {
      kernels.push_back(options);
      continue;
    }
    for (const double scale : {0.005, 0.03, 0.15, 0.6, 2.5, 10.0, 40.0}) {
      if (family == Family::matern && scale > widest_matern) continue;
      (is_radial(family) ? options.width : options.bound) = scale;
      kernels.push_back(options);
    }
  }
  return kernels;
}

Screening screen(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                 const StopRequest& stop) {
  const Threads& threads = base.learn.threads;
  std::vector<Candidate> candidates;
  for (const FitOptions& kernel : kernels_to_screen(base, options.given)) {
    candidates.push_back({kernel, false, 1.0, 0.0, 1.0, 0.0});
  }
  Screening result;
  {
    const Contest small(data, small_sample, options.seed);
    if (small.is_skewed() && !options.given.warp) {
      const std::vector<Candidate> straight = candidates;
      for (Candidate candidate : straight) {
        candidate.options.warp = true;
        candidates.push_back(candidate);
      }
    }
    const auto trials = judge_all(small, candidates, threads, stop);
    // The choice among the best is made on more rows, where chance has less to say.
    const double more_rows = static_cast<double>(std::min(data.rows(), large_sample)) /
                             static_cast<double>(small.sample().rows());
    result.optimism =
        small.optimism(trials, options.metric.value_or(default_metric(data.task)), options.seed) /
        std::sqrt(more_rows);
  }

  const Contest large(data, large_sample, options.seed);
  std::vector<Candidate> refined;
  if (!options.given.scale && data.features() <= most_features_with_scales) {
    refined = best_of_each(candidates, families_with_learned_scales, same_family);
  }
  std::erase_if(refined, [](const Candidate& c) { return !has_scales(c.options.family); });
  threads.for_each(static_cast<Index>(refined.size()), [&](Index k) {
    Candidate& candidate = refined[static_cast<std::size_t>(k)];
    candidate.per_feature = true;
    candidate.options.learn.stop = stop;
    candidate.options =
        with_learned_scales(large.sample(), candidate.options, candidate.ridge, options.seed);
  });
  candidates = leaders(candidates, kinds_on_large_sample);
  candidates.insert(candidates.end(), refined.begin(), refined.end());
  judge_all(large, candidates, threads, stop);
  std::erase_if(candidates, [best = candidates.front().loss](const Candidate& candidate) {
    return candidate.loss > hopeless * best;
  });
  result.knows_scales = data.rows() <= rows_that_show_scales;
  if (result.knows_scales) {
    candidates = best_of_each(candidates, candidates.size(), [](const auto& a, const auto& b) {
      return same_kind(a, b) && a.per_feature == b.per_feature;
    });
  }
  result.candidates = varied(candidates, result.knows_scales ? few_candidates : many_candidates);
  return result;
}

}  // namespace tkl
