#include "tkl/select.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "model/fit_landmarks.hpp"
#include "model/make_family.hpp"
#include "model/metric_loss.hpp"
#include "model/scale_features.hpp"
#include "model/shard.hpp"
#include "select/blend.hpp"
#include "select/evaluator.hpp"
#include "select/interval_errors.hpp"
#include "select/learn_scales.hpp"
#include "select/optimism.hpp"
#include "select/proposals.hpp"
#include "select/sample_rows.hpp"
#include "select/screen.hpp"
#include "select/search_fingerprint.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

using Point = Evaluator::Point;
using Clock = std::chrono::steady_clock;

constexpr double useful_gap = 0.5;  // of a last fit that ran out of time
constexpr double small_gap = 0.05;  // of a model beside it
constexpr int most_rounds = 4;
constexpr double worthwhile = 0.005;  // relative gain of a round that justifies another

/// Whether there are rows to hold out, each leaving others of its class to learn from.
bool can_be_divided(const DatasetWithoutPoints& data) {
  constexpr Index fewest = 4;
  if (data.task == Task::regression) return data.target.size() >= fewest;
  Index rows = 0;
  for (std::size_t k = 0; k < data.classes.size(); ++k) {
    const Index count = (data.target.array() == static_cast<double>(k)).count();
    if (count > 1) rows += count;
  }
  return rows >= fewest;
}

/// How far the SVM of a model is from its optimum, however good its kernel is.
double svm_gap(const Model& model) {
  return model.landmarks ? model.landmarks->svm_gap : model.certificate.relative_gap();
}

/// The last fit, of all rows.
struct LastFit {
  std::function<FitResult(const FitOptions&)> fit;
  std::function<FeatureScaler(const FitOptions&)> scaler;  // of all rows
  double rows = 0.0;
  bool is_linear = false;  // in the rows
};

class Search {
 public:
  /// The last fit may be of more rows than `data`, which in a team are the same for all members.
  Search(const Dataset& data, const FitOptions& base, const SelectOptions& options,
         LastFit last_fit, const Team& team)
      : all_(data),
        base_(base),
        options_(options),
        last_fit_(std::move(last_fit)),
        team_(team),
        begin_(Clock::now()),
        rows_(sample_rows(data, options.most_rows, options.seed)),
        data_(static_cast<Index>(rows_.size()) < data.rows() ? select_rows(data, rows_) : data),
        memo_(team.rank() == 0 ? search_checkpoint(base.checkpoint) : std::filesystem::path(),
              base.checkpoint_seconds, search_fingerprint(data_, base, options)),
        evaluator_(
            data_, options, base, team, [this] { return must_stop(); }, memo_),
        proposals_(data.task, base, options.given) {
    if (base.resume) memo_.resume(search_checkpoint(base.checkpoint));
    evaluator_.on_fit = [this] { report("searching"); };
  }

  SearchResult run() {
    if (options_.strategy == Strategy::grid) {
      try_points(proposals_.grid(), 0);
    } else {
      search();
      if (!stopped_) try_constant();
    }
    return finish();
  }

 private:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  bool interrupted() const { return base_.learn.stop && base_.learn.stop(); }
  /// In a team only at places where all can agree on it, which is between batches.
  bool must_stop() const { return team_.size() == 1 && wants_to_stop(); }
  bool wants_to_stop() const {
    return interrupted() || seconds() + reserve() > options_.time_limit;
  }

  /// Seconds to leave for the last fit: by the time that fits of its rows in the search took,
  /// which grows faster than the square of the rows.
  double reserve() const {
    if (!std::isfinite(options_.time_limit)) return 0.0;
    double estimate = 0.0;
    if (const auto best = evaluator_.leader()) {
      const SearchPoint& row = evaluator_.table()[*best];
      constexpr double share = 0.8;  // of the rows that a fold sees
      const double growth = last_fit_.rows / (share * static_cast<double>(data_.rows()));
      estimate = row.seconds / row.folds * std::pow(growth, last_fit_.is_linear ? 1.0 : 2.3);
    }
    return std::clamp(estimate, 0.2 * options_.time_limit, 0.8 * options_.time_limit);
  }

  void report(std::string_view stage) const {
    if (!options_.on_progress) return;
    SearchProgress progress;
    progress.stage = stage;
    progress.done = evaluator_.fits();
    progress.expected = std::max(expected_fits_, progress.done);
    progress.seconds = seconds();
    if (const auto best = evaluator_.best()) progress.best = evaluator_.table()[*best].mean;
    options_.on_progress(progress);
  }

  /// Tries the points that are new; more fits are expected to follow.
  bool try_points(const std::vector<Point>& points, int points_to_follow,
                  Evaluator::Patience patience = Evaluator::Patience::limited) {
    const int folds = evaluator_.folds();
    expected_fits_ =
        evaluator_.fits() + folds * (static_cast<int>(points.size()) + points_to_follow);
    if (!evaluator_.evaluate(points, patience)) stopped_ = true;
    if (team_.size() > 1) stopped_ = team_.sum(wants_to_stop() ? 1.0 : 0.0) > 0.0;
    return !stopped_;
  }

  void search() {
    report("screening kernels");
    screening_ = screen(data_, base_, options_, [this] { return must_stop(); });
    if (!try_points(proposals_.first(screening_), 8)) return;
    if (screening_.knows_scales && !try_points(proposals_.learned(evaluator_), 8)) return;
    for (int round = 0; round < most_rounds; ++round) {
      const auto before = evaluator_.best();
      if (!before) return;
      const std::vector<Point> next = proposals_.neighbours(evaluator_, *before, round == 0);
      if (next.empty() || !try_points(next, 2)) return;
      const double loss = evaluator_.mean_loss(*before);
      if (evaluator_.mean_loss(*evaluator_.best()) > (1.0 - worthwhile) * loss) return;
    }
  }

  /// What a kernel has to be better than.
  void try_constant() {
    const auto best = evaluator_.best();
    if (!best) return;
    const std::optional<Point> point = proposals_.constant(evaluator_.point(*best));
    if (!point) return;
    const std::size_t number = evaluator_.table().size();
    try_points({*point}, 0, Evaluator::Patience::unlimited);
    if (evaluator_.is_complete(number)) constant_ = number;
  }

  SearchResult finish() {
    memo_.save();  // the last fit may take longer than all others
    SearchRecord record;
    record.strategy = options_.strategy;
    record.metric = evaluator_.metric();
    record.folds = evaluator_.folds();
    record.seed = options_.seed;
    record.rows = data_.rows();
    record.points = evaluator_.table();
    if (stopped_) record.status = interrupted() ? Status::interrupted : Status::time_limit;

    SearchResult result;
    if (const auto leader = evaluator_.leader()) {
      record.chosen = *leader;
      record.members = worthwhile_members(members_led_by(*leader));
      fit_members(record, result);
      if (evaluator_.is_complete(record.chosen)) learn_reliability(record, result);
    } else {
      const std::vector<Candidate>& candidates = screening_.candidates;
      const bool has_opinion = !candidates.empty() && std::isfinite(candidates.front().loss);
      result.fit =
          fit_all(has_opinion ? proposals_.point_of(candidates.front(), 1.0) : Point{base_},
                  result.options);
    }
    record.seconds = seconds();
    result.fit.model.search = std::move(record);
    return result;
  }

  std::vector<std::size_t> complete_points() const {
    std::vector<std::size_t> complete;
    for (std::size_t k = 0; k < evaluator_.table().size(); ++k) {
      if (evaluator_.is_complete(k)) complete.push_back(k);
    }
    return complete;
  }

  std::vector<Matrix> held_out_of(const std::vector<std::size_t>& points) const {
    std::vector<Matrix> predictions;
    predictions.reserve(points.size());
    for (const std::size_t k : points) predictions.push_back(evaluator_.held_out(k));
    return predictions;
  }

  /// The points whose models are to be averaged: the leader alone, or a better blend.
  std::vector<SearchMember> members_led_by(std::size_t leader) const {
    const std::vector<std::size_t> complete = complete_points();
    // A count of wrong rows is too coarse to deal out shares by.
    const Metric criterion = evaluator_.criterion();
    const bool counts = criterion == Metric::balanced_accuracy;
    if (complete.empty() || counts || options_.most_models == 1) return {{leader, 1.0}};
    const std::vector<Matrix> held_out = held_out_of(complete);
    const auto loss = [&](const Matrix& predictions) {
      return evaluator_.loss(criterion, predictions, evaluator_.judged_weights());
    };
    std::vector<SearchMember> members;
    for (const BlendMember& member :
         blend(held_out, loss, static_cast<std::size_t>(options_.most_models))) {
      members.push_back({complete[member.model], member.share});
    }
    return members;
  }

  /// What the members predict together of the rows that were held out.
  Matrix held_out_mean(const std::vector<SearchMember>& members) const {
    Matrix mean = members.front().share * evaluator_.held_out(members.front().point);
    for (std::size_t k = 1; k < members.size(); ++k) {
      mean += members[k].share * evaluator_.held_out(members[k].point);
    }
    return mean;
  }

  /// The loss to expect of rows that nobody has seen: what looks best of many is not as good as it looks.
  double expected_loss(const Matrix& held_out) const {
    return reached_loss(held_out) + optimism_of_choice() + screening_.optimism;
  }

  /// By the metric asked for.
  double reached_loss(const Matrix& held_out) const {
    const Vector& weights = evaluator_.judged_weights();
    if (evaluator_.metric() != Metric::log_loss) {
      return evaluator_.loss(evaluator_.metric(), held_out, weights);
    }
    return weights.dot(cross_calibrated_log_losses(evaluator_.judged_target(), held_out, weights)) /
           weights.sum();
  }

  /// The same, unless nothing but chance makes them look better than a constant.
  std::vector<SearchMember> worthwhile_members(std::vector<SearchMember> members) const {
    if (!constant_) return members;
    const double loss = reached_loss(evaluator_.held_out(*constant_));
    constexpr double noticeably = 1e-3;
    if (expected_loss(held_out_mean(members)) < (1.0 - noticeably) * loss) return members;
    return {{*constant_, 1.0}};
  }

  /// Of a model and its companions in a mean.
  static void multiply_shares(Model& model, double factor) {
    model.share *= factor;
    for (Model& companion : model.companions) companion.share *= factor;
  }

  /// Takes a model, which may have companions of its own, into a mean.
  static void adopt(Model& mean, Model model) {
    std::vector<Model> companions = std::move(model.companions);
    model.companions.clear();
    mean.companions.push_back(std::move(model));
    for (Model& companion : companions) mean.companions.push_back(std::move(companion));
  }

  /// Fits all rows for every member, as long as there is time.
  void fit_members(SearchRecord& record, SearchResult& result) {
    std::vector<SearchMember> fitted;
    for (const SearchMember& member : record.members) {
      const bool late = interrupted() || seconds() > options_.time_limit;
      if (!fitted.empty() && team_.sum(late ? 1.0 : 0.0) > 0.0) break;
      FitOptions used;
      FitResult fit = fit_all(evaluator_.point(member.point), used, fitted.size());
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

  /// How far predictions can be trusted, from what rows were predicted without them.
  void learn_reliability(SearchRecord& record, SearchResult& result) const {
    result.held_out = held_out_mean(record.members);
    for (const Index row : evaluator_.judged_rows()) {
      result.held_out_rows.push_back(rows_[static_cast<std::size_t>(row)]);
    }
    const double loss = reached_loss(result.held_out);
    record.reached = from_loss(record.metric, loss);
    // A constant was not chosen because it looked best, but because nothing else did.
    const bool is_best_of_many = record.chosen != constant_;
    record.expected =
        from_loss(record.metric, is_best_of_many ? expected_loss(result.held_out) : loss);

    Model& model = result.fit.model;
    if (data_.task == Task::classification) {
      model.calibration = Calibration::fitted(evaluator_.judged_target(), result.held_out,
                                              evaluator_.judged_weights());
      return;
    }
    const Vector errors = evaluator_.judged_target() - result.held_out.col(0);
    model.held_out_errors =
        growth_by_choice(record, loss) * interval_errors(errors, evaluator_.judged_weights());
  }

  /// By how much errors of a model that was chosen as the best are larger than they look.
  double growth_by_choice(const SearchRecord& record, double loss) const {
    if (record.chosen == constant_ || !(loss > 0.0)) return 1.0;
    const double growth = 1.0 + optimism_of_choice() / loss;
    return record.metric == Metric::mae ? growth : std::sqrt(growth);
  }

  using LossUnderWeights = std::function<double(std::size_t, const Vector&)>;

  /// Of each of the predictions, whatever weights the rows have.
  LossUnderWeights losses_of(const std::vector<Matrix>& held_out, Metric metric) const {
    if (metric != Metric::log_loss) {
      return [this, &held_out, metric](std::size_t k, const Vector& weights) {
        return evaluator_.loss(metric, held_out[k], weights);
      };
    }
    // Probabilities are calibrated once, not anew for every draw of rows.
    std::vector<Vector> of_rows;
    of_rows.reserve(held_out.size());
    for (const Matrix& predictions : held_out) {
      of_rows.push_back(cross_calibrated_log_losses(evaluator_.judged_target(), predictions,
                                                    evaluator_.judged_weights()));
    }
    return [of_rows = std::move(of_rows)](std::size_t k, const Vector& weights) {
      return weights.dot(of_rows[k]) / weights.sum();
    };
  }

  /// By how much the loss of the best complete point seems smaller than it is; chance may find it larger, which
  /// proves nothing.
  double optimism_of_choice() const {
    const std::vector<Matrix> held_out = held_out_of(complete_points());
    const Vector& weights = evaluator_.judged_weights();
    Choice choice;
    choice.models = held_out.size();
    choice.loss = losses_of(held_out, evaluator_.metric());
    choice.criterion = losses_of(held_out, evaluator_.criterion());
    std::size_t best = 0;
    for (std::size_t k = 1; k < held_out.size(); ++k) {
      if (choice.criterion(k, weights) < choice.criterion(best, weights)) best = k;
    }
    constexpr int draws = 200;
    const double optimism =
        tkl::expected_loss(choice, weights, draws, options_.seed) - choice.loss(best, weights);
    return optimism < 0.0 ? 0.0 : optimism;
  }

  /// The intercept alone, which was fitted with weights that are negligible.
  static void make_constant(Model& model) {
    for (Machine& machine : model.machines) {
      machine.weights.setZero();
      machine.landmark_weights.setZero();
    }
  }

  /// A fit of all rows, and the options that it used.
  FitResult fit_all(const Point& point, FitOptions& used, std::size_t number = 0) {
    used = point.options;
    used.learn = base_.learn;
    used.landmarks = base_.landmarks;
    // Each of several has a checkpoint of its own.
    used.checkpoint = base_.checkpoint;
    if (number > 0 && !used.checkpoint.empty()) used.checkpoint += "." + std::to_string(number);
    const bool is_first = number == 0;
    if (is_first && team_.size() == 1 && interrupted() && evaluator_.fallback()) {
      return fallback(Status::interrupted);
    }
    report(last_stage);
    const double begin = seconds();
    if (point.per_feature) {
      const LearnedScales learned =
          learn_scales(all_, last_fit_.scaler(used), used, point.ridge, options_.seed);
      used = with_scales(std::move(used), learned, point.scales_ridge);
    }
    used.learn.time_limit =
        std::min(base_.learn.time_limit, std::max(0.1, options_.time_limit - seconds()));
    const double learning_scales = seconds() - begin;
    FitResult result = last_fit_.fit(used);
    result.seconds.total += learning_scales;
    if (team_.size() > 1) return result;
    const ModelCertificate& certificate = result.model.certificate;
    const bool hardly_begun =
        certificate.status != Status::converged && !(svm_gap(result.model) < useful_gap);
    // A companion that has hardly begun is left out by whoever asked for it.
    if (!hardly_begun || !is_first) return result;
    if (evaluator_.fallback()) return fallback(certificate.status);
    constexpr Index few_rows = 300;
    const Dataset few = select_rows(all_, sample_rows(all_, few_rows, options_.seed));
    return can_be_divided(few) ? hasty_fit(few, used, certificate.status) : result;
  }

  /// Of so few rows that it takes no time.
  static FitResult hasty_fit(const Dataset& few, FitOptions options, Status why) {
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

  FitResult fallback(Status why) const {
    FitResult result{*evaluator_.fallback(), {}};
    result.model.certificate.status = why;
    return result;
  }

  const Dataset& all_;
  const FitOptions& base_;
  const SelectOptions& options_;
  LastFit last_fit_;
  const Team& team_;
  Clock::time_point begin_;
  std::vector<Index> rows_;
  Dataset data_;
  SearchMemo memo_;
  Evaluator evaluator_;
  Proposals proposals_;
  Screening screening_;
  std::optional<std::size_t> constant_;  // a complete point
  int expected_fits_ = 0;
  bool stopped_ = false;
};

void require_valid(const DatasetWithoutPoints& data, const SelectOptions& options) {
  if (options.folds != 0 && options.folds < 2) {
    throw Error("cross-validation needs at least 2 folds; got " + std::to_string(options.folds));
  }
  if (options.most_models < 1) throw Error("a result needs at least one model");
  if (options.repeats < 1) {
    throw Error("folds must be repeated at least once; got " + std::to_string(options.repeats));
  }
  if (options.metric && task_of(*options.metric) != data.task) {
    throw Error("the metric " + std::string(to_string(*options.metric)) + " is not one of a " +
                (data.task == Task::regression ? "regression" : "classification"));
  }
}

/// Whatever the fits would refuse is refused before the search begins. Some of the rows tell.
void refuse_early(const Dataset& some, const FitOptions& base, const Given& given) {
  const Matrix x = FeatureScaler(some.points).transform(some.points.topRows(2));
  for (const FitOptions& kernel : kernels_to_screen(base, given)) make_family(kernel, x, {});
}

SelectOptions with_possible_folds(SelectOptions options, Index rows) {
  options.folds = static_cast<int>(std::min<Index>(options.folds, rows));
  return options;
}

const Rows& rows_of(const DatasetOnDisk& data) { return *data.points; }
RowsInMemory rows_of(const Dataset& data) { return RowsInMemory(data.points); }

FeatureScaler scaler_of(const Dataset& data, const FitOptions& options) {
  return {data.points, data.weights, options.warp, options.codes};
}

/// Where the last fit is made of landmarks, nothing else needs more rows than the search sees: those are
/// drawn first, and the others may be anywhere.
template <class Data>
SearchResult select_from_many(const Data& data, const FitOptions& base,
                              const SelectOptions& options) {
  const std::vector<Index> rows = sample_rows(data, options.most_rows, options.seed);
  const Dataset sample = select_rows(data, rows);
  refuse_early(sample, base, options.given);
  if (!can_be_divided(data)) return {fit(data, base), base, {}, {}};
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used); },
                         [&](const FitOptions& used) {
                           return scale_features(ranges_of(rows_of(data)), sample, used.warp,
                                                 used.codes);
                         },
                         static_cast<double>(data.rows()), true};
  SearchResult result =
      Search(sample, base, with_possible_folds(options, sample.rows()), last_fit, Alone()).run();
  for (Index& row : result.held_out_rows) row = rows[static_cast<std::size_t>(row)];
  return result;
}

template <class Data>
SearchResult select_by_team(const Data& data, const FitOptions& base, const SelectOptions& options,
                            const Team& team) {
  refuse_for_team(base);
  Sample sample;
  double rows = 0.0;
  {
    const Shard shard = make_shard(data, options.seed, team);
    rows = shard.rows;
    sample = gather_sample(shard, static_cast<double>(options.most_rows), team);
  }
  validate(sample.data);
  require_valid(sample.data, options);
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used, team); },
                         [&](const FitOptions& used) { return scaler_of(sample.data, used); }, rows,
                         true};
  SearchResult result = Search(sample.data, base, options, last_fit, team).run();
  for (Index& row : result.held_out_rows) row = sample.number[static_cast<std::size_t>(row)];
  return result;
}

}  // namespace

std::filesystem::path search_checkpoint(const std::filesystem::path& checkpoint) {
  return checkpoint.empty() ? checkpoint : std::filesystem::path(checkpoint.string() + ".search");
}

SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options) {
  validate(data);
  require_valid(data, options);
  estimated_memory(data.rows(), data.features(), base);
  if (landmarks_for(data.rows(), data.features(), base) != 0) {
    return select_from_many(data, base, options);
  }
  refuse_early(data, base, options.given);
  if (!can_be_divided(data)) return {fit(data, base), base, {}, {}};
  const LastFit last_fit{[&](const FitOptions& used) { return fit(data, used); },
                         [&](const FitOptions& used) { return scaler_of(data, used); },
                         static_cast<double>(data.rows()), false};
  return Search(data, base, with_possible_folds(options, data.rows()), last_fit, Alone()).run();
}

SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options,
                    const Team& team) {
  if (team.size() > 1) return select_by_team(data, base, options, team);
  return select(data, base, options);
}

SearchResult select(const DatasetOnDisk& data, const FitOptions& base, const SelectOptions& options,
                    const Team& team) {
  if (team.size() > 1) return select_by_team(data, base, options, team);
  validate(data);
  require_valid(data, options);
  estimated_memory(data.rows(), data.features(), base, Residence::disk);
  return select_from_many(data, base, options);
}

}  // namespace tkl
