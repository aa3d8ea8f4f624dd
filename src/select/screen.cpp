#include "select/screen.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "select/contest.hpp"
#include "select/learn_scales.hpp"
#include "select/possible_codes.hpp"

namespace tkl {

namespace {

constexpr Index small_sample = 500;
constexpr Index large_sample = 1000;
constexpr std::size_t families_with_learned_scales = 3;
constexpr std::size_t kinds_on_large_sample = 4;
constexpr std::size_t functions_with_codes = 4;
constexpr std::size_t candidates_with_codes = 2;
constexpr std::size_t families_along_axes = 3;
constexpr std::size_t candidates_along_axes = 2;
constexpr double hopeless = 1.5;  // times the loss of the best
constexpr std::size_t few_candidates = 4;
constexpr std::size_t many_candidates = 10;
constexpr Index rows_that_show_scales = 1500;

double scale_of(const FitOptions& options) {
  return is_radial(options.family) ? options.width : options.bound;
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

Metric metric_of(const Dataset& data, const SelectOptions& options) {
  return options.metric.value_or(default_metric(data.task));
}

/// With scales for each feature or code that are learned from the sample of the contest.
void learn_scales(const Contest& contest, std::vector<Candidate>& candidates, std::uint64_t seed,
                  const Threads& threads) {
  threads.for_each(std::ssize(candidates), [&](Index k) {
    Candidate& candidate = candidates[static_cast<std::size_t>(k)];
    candidate.per_feature = true;
    const LearnedScales learned =
        tkl::learn_scales(contest.sample(), candidate.options, candidate.ridge, seed);
    scales_in(candidate.options) = learned.scales;
    candidate.scales_ridge = learned.ridge;
  });
}

/// The best of each of the first sorts, where scales for each feature and code can be learned.
template <class Same>
std::vector<Candidate> to_refine(const std::vector<Candidate>& sorted, std::size_t most, Same same,
                                 const Dataset& data) {
  std::vector<Candidate> best = best_of_each(sorted, most, same);
  std::erase_if(best, [&](const Candidate& candidate) {
    return !has_scales(candidate.options.family) ||
           count_scales(data, candidate.options) > most_features_with_scales;
  });
  return best;
}

/// With all possible codes; none if there are none.
std::vector<Candidate> with_codes(std::vector<Candidate> candidates, const Dataset& data,
                                  const Given& given) {
  // Scales that are given say nothing of codes, and only those that are learned can pass over
  // what turns out to be a quantity.
  const std::vector<Code> codes =
      given.codes || given.scale ? std::vector<Code>() : possible_codes(data);
  if (codes.empty()) return {};
  for (Candidate& candidate : candidates) candidate.options.codes = codes;
  return candidates;
}

/// Along principal axes, with whatever warp the best of the sorted candidates has; none if these axes are no
/// others, or nothing could tell how much each of them matters.
std::vector<Candidate> along_axes(std::vector<Candidate> sorted, const Contest& contest,
                                  const Given& given) {
  if (given.axes || !contest.is_correlated()) return {};
  const bool warp = sorted.front().options.warp;
  std::erase_if(sorted, [&](const Candidate& c) { return c.options.warp != warp; });
  for (Candidate& candidate : sorted) candidate.options.axes = Axes::principal;
  return sorted;
}

/// Whether any kernel may see principal axes.
bool may_turn(const Dataset& data, const FitOptions& base, const Given& given) {
  const bool may_try = !given.axes && !given.scale;
  return base.axes == Axes::principal || (may_try && data.features() <= most_features_with_scales);
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
  // Whoever gives a bound, a box or τ without a family wants kernels that have them.
  if (!given.family && (given.scale || given.tau)) {
    std::erase_if(kinds, [](const auto& kind) { return is_radial(kind.first); });
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
                 const StopRequest& stop, const StopRequest& hurry) {
  const Threads& threads = base.learn.threads;
  std::vector<Candidate> candidates;
  for (const FitOptions& kernel : kernels_to_screen(base, options.given)) {
    candidates.push_back({kernel});
  }
  for (Candidate& candidate : candidates) candidate.options.learn.stop = stop;
  const bool knows_axes = may_turn(data, base, options.given);
  Screening result;
  std::vector<Candidate> coded;
  std::vector<Candidate> turned;
  {
    const Contest small(data, small_sample, knows_axes, options.seed);
    if (small.is_skewed() && !options.given.warp) {
      const std::vector<Candidate> straight = candidates;
      for (Candidate candidate : straight) {
        candidate.options.warp = true;
        candidates.push_back(candidate);
      }
    }
    coded = with_codes(candidates, data, options.given);
    std::vector<Contest::Trial> trials = small.judge_all(candidates, threads, stop);
    turned = along_axes(candidates, small, options.given);
    for (std::vector<Candidate>* some : {&coded, &turned}) {
      if (hurry()) some->clear();
      for (Contest::Trial& trial : small.judge_all(*some, threads, stop)) {
        trials.push_back(std::move(trial));
      }
    }
    // The choice among the best is made on more rows, where chance has less to say.
    const double more_rows = static_cast<double>(std::min(data.rows(), large_sample)) /
                             static_cast<double>(small.sample().rows());
    result.optimism =
        small.optimism(trials, metric_of(data, options), options.seed) / std::sqrt(more_rows);
  }

  const Contest large(data, large_sample, knows_axes, options.seed);
  std::vector<Candidate> refined;
  if (!options.given.scale) {
    refined = to_refine(candidates, families_with_learned_scales, same_family, data);
  }
  coded = to_refine(coded, functions_with_codes, same_functions, data);
  turned = to_refine(turned, families_along_axes, same_family, data);
  candidates = leaders(candidates, kinds_on_large_sample);
  for (std::vector<Candidate>* some : {&refined, &coded, &turned}) {
    if (hurry()) some->clear();
    learn_scales(large, *some, options.seed, threads);
  }
  candidates.insert(candidates.end(), refined.begin(), refined.end());
  for (std::vector<Candidate>* some : {&candidates, &coded, &turned}) {
    // In a hurry what the small sample says has to do.
    if (hurry()) {
      sort_by_loss(*some);
    } else {
      large.judge_all(*some, threads, stop);
    }
  }
  const double best = candidates.front().loss;
  for (std::vector<Candidate>* some : {&candidates, &coded, &turned}) {
    std::erase_if(*some, [best](const Candidate& c) { return c.loss > hopeless * best; });
  }
  result.knows_scales = data.rows() <= rows_that_show_scales;
  if (result.knows_scales) {
    candidates = best_of_each(candidates, candidates.size(), [](const auto& a, const auto& b) {
      return same_kind(a, b) && a.per_feature == b.per_feature;
    });
  }
  result.candidates = varied(candidates, result.knows_scales ? few_candidates : many_candidates);
  // Squares of a few large errors can hide what SVMs see of codes: those are not compared here.
  coded.resize(std::min(coded.size(), candidates_with_codes));
  turned.resize(std::min(turned.size(), candidates_along_axes));
  for (const std::vector<Candidate>* some : {&coded, &turned}) {
    result.candidates.insert(result.candidates.end(), some->begin(), some->end());
  }
  return result;
}

}  // namespace tkl
