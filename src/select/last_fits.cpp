#include "select/last_fits.hpp"

#include <algorithm>
#include <utility>

#include "select/learn_scales.hpp"
#include "select/proposals.hpp"
#include "select/sample_rows.hpp"
#include "select/usable_folds.hpp"

namespace tkl {

namespace {

using Point = Evaluator::Point;

constexpr double useful_gap = 0.5;  // of a last fit that ran out of time
constexpr double small_gap = 0.05;  // of a model beside it

/// How far the SVM of a model is from its optimum, however good its kernel is.
double svm_gap(const Model& model) {
  return model.landmarks ? model.landmarks->svm_gap : model.certificate.relative_gap();
}

/// Of a model and its companions in a mean.
void multiply_shares(Model& model, double factor) {
  model.share *= factor;
  for (Model& companion : model.companions) companion.share *= factor;
}

/// Takes a model, which may have companions of its own, into a mean.
void adopt(Model& mean, Model model) {
  std::vector<Model> companions = std::move(model.companions);
  model.companions.clear();
  mean.companions.push_back(std::move(model));
  for (Model& companion : companions) mean.companions.push_back(std::move(companion));
}

/// The intercept alone, which was fitted with weights that are negligible.
void make_constant(Model& model) {
  for (Machine& machine : model.machines) {
    machine.weights.setZero();
    machine.landmark_weights.setZero();
  }
}

/// Of so few rows that it takes no time.
FitResult hasty_fit(const Dataset& few, FitOptions options, Status why) {
  options.learn.stop = {};
  options.learn.on_progress = {};
  options.checkpoint.clear();
  options.resume = false;
  options.learn.time_limit = 1.0;
  options.learn.tolerance = std::max(options.learn.tolerance, tolerance_while_searching);
  FitResult result = fit(few, options);
  result.model.certificate.status = why;
  return result;
}

}  // namespace

LastFits::LastFits(const SearchTask& task, const Evaluator& evaluator, const SearchTime& time,
                   std::function<void()> on_begin)
    : task_(task), evaluator_(evaluator), time_(time), on_begin_(std::move(on_begin)) {}

void LastFits::fit_alone(const Point& point, SearchResult& result) const {
  result.fit = fit_all(point, result.options, 0);
}

void LastFits::fit_members(SearchRecord& record, SearchResult& result) const {
  std::vector<SearchMember> fitted;
  for (const SearchMember& member : record.members) {
    const Point& point = evaluator_.point(member.point);
    const bool late = time_.interrupted() || time_.left() < seconds_to_begin(point.options.family);
    if (!fitted.empty() && task_.team.sum(late ? 1.0 : 0.0) > 0.0) break;
    FitOptions used;
    FitResult fit = fit_all(point, used, fitted.size());
    if (evaluator_.table()[member.point].is_constant()) make_constant(fit.model);
    fitted.push_back(member);
    multiply_shares(fit.model, member.share);
    if (fitted.size() == 1) {
      result.options = used;
      result.fit = std::move(fit);
      continue;
    }
    // A companion that time was too short for would spoil a model that is better without it.
    if (!(svm_gap(fit.model) < small_gap)) {
      fitted.pop_back();
      continue;
    }
    result.fit.seconds += fit.seconds;
    adopt(result.fit.model, std::move(fit.model));
  }
  double sum = 0.0;
  for (const SearchMember& member : fitted) sum += member.share;
  for (SearchMember& member : fitted) member.share /= sum;
  multiply_shares(result.fit.model, 1.0 / sum);
  record.chosen = fitted.front().point;
  record.members = std::move(fitted);
}

FitResult LastFits::fit_all(const Point& point, FitOptions& used, std::size_t number) const {
  used = point.options;
  used.learn = task_.base.learn;
  used.landmarks = task_.base.landmarks;
  // Each of several has a checkpoint of its own.
  used.checkpoint = task_.base.checkpoint;
  if (number > 0 && !used.checkpoint.empty()) used.checkpoint += "." + std::to_string(number);
  const bool is_first = number == 0;
  const bool is_alone = task_.team.size() == 1;
  if (is_first && is_alone && time_.interrupted() && evaluator_.fallback()) {
    return fallback(Status::interrupted);
  }
  if (is_first && is_alone && time_.left() < seconds_to_begin(used.family)) {
    return instead_of_all(used, Status::time_limit);
  }
  on_begin_();
  const double begin = time_.seconds();
  if (point.per_feature) {
    FitOptions timed = used;
    const double enough = 0.5 * time_.left();  // for the fit
    // In a team all have to learn the same.
    if (is_alone) {
      timed.learn.stop = [this, enough] { return time_.interrupted() || time_.left() < enough; };
    }
    const LearnedScales learned = learn_scales(task_.data, task_.last_fit.scaler(used), timed,
                                               point.ridge, task_.options.seed);
    used = with_scales(std::move(used), learned, point.scales_ridge);
  }
  used.learn.time_limit = std::min(task_.base.learn.time_limit, std::max(0.1, time_.left()));
  const double learning_scales = time_.seconds() - begin;
  FitResult result = task_.last_fit.fit(used);
  result.seconds.total += learning_scales;
  if (!is_alone) return result;
  const ModelCertificate& certificate = result.model.certificate;
  const bool hardly_begun =
      certificate.status != Status::converged && !(svm_gap(result.model) < useful_gap);
  // A companion that has hardly begun is left out by whoever asked for it.
  return hardly_begun && is_first ? instead_of_all(used, certificate.status) : result;
}

/// What a fit takes at least, however early it stops: the kernel matrix of all rows, which takes its arithmetic or, of few
/// features, fresh memory.
double LastFits::seconds_to_begin(Family family) const {
  if (!sees_all_pairs(task_, family)) return 0.0;
  constexpr double features_per_second = 2e9;  // a core's, of pairs of points
  constexpr double fresh_entries_per_second = 6e7;
  const double arithmetic = static_cast<double>(task_.data.features()) /
                            (features_per_second * task_.base.learn.threads.count());
  const double pairs = task_.last_fit.rows * task_.last_fit.rows;
  return pairs * std::max(arithmetic, 1.0 / fresh_entries_per_second);
}

FitResult LastFits::instead_of_all(const FitOptions& options, Status why) const {
  if (evaluator_.fallback()) return fallback(why);
  constexpr Index few_rows = 300;
  const Dataset few =
      select_rows(task_.data, sample_rows(task_.data, few_rows, task_.options.seed));
  return hasty_fit(can_be_divided(few) ? few : task_.data, options, why);
}

FitResult LastFits::fallback(Status why) const {
  FitResult result{*evaluator_.fallback(), {}};
  result.model.certificate.status = why;
  return result;
}

}  // namespace tkl
