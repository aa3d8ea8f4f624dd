#include "select/evaluator.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <tuple>

#include "model/metric_loss.hpp"
#include "select/learn_scales.hpp"
#include "select/usable_folds.hpp"
#include "tkl/cross_validate.hpp"
#include "tkl/error.hpp"
#include "tkl/table.hpp"

namespace tkl {

namespace {

constexpr std::size_t first_folds = 2;
// A point that is so much worse on the first folds is given up: relative, and for metrics of which
// one row more or less is a visible step, absolute.
constexpr double hopeless = 1.2;
constexpr double step = 0.01;
// Features as they are are simpler: codes must come below that share of their loss, by a step more.
constexpr double worth_of_codes = 0.99;
// Mixtures of features are harder to read, and with few rows chance favours one of the many more kernels. What one or
// two rows decide is never plain.
constexpr double plain_standard_errors = 2.0;
constexpr double plain_share = 0.99;  // where a metric has no standard error

constexpr int default_folds = 5;
constexpr Index rows_for_all_folds = 4000;

/// What points are compared by. A count of wrong rows cannot tell a model that is sure of them from
/// one that is in doubt, and of many points that count alike the luckiest would win.
Metric criterion_of(Metric metric) {
  return metric == Metric::accuracy ? Metric::log_loss : metric;
}

std::vector<Index> all_but(const std::vector<Index>& sorted, Index rows) {
  std::vector<Index> others;
  auto next = sorted.begin();
  for (Index i = 0; i < rows; ++i) {
    if (next != sorted.end() && *next == i) {
      ++next;
    } else {
      others.push_back(i);
    }
  }
  return others;
}

/// Of the first numbers those that are any: a metric may have no meaning on the few rows of a fold, such as the area
/// under a curve where one class is missing. Where it never has, the rows of all folds are judged together.
std::vector<double> defined(const std::vector<double>& numbers, std::size_t first) {
  std::vector<double> kept;
  for (std::size_t k = 0; k < first; ++k) {
    if (!std::isnan(numbers[k])) kept.push_back(numbers[k]);
  }
  return kept;
}

Matrix predicted(const Model& model, const Matrix& points) {
  const Threads one(1);
  return model.task == Task::regression ? Matrix(model.predict(points, one))
                                        : Matrix(model.decision_values(points, one));
}

}  // namespace

Evaluator::Evaluator(const Dataset& data, const SelectOptions& options, const FitOptions& base,
                     const Team& team, StopRequest stop, SearchMemo& memo)
    : data_(data),
      metric_(options.metric.value_or(default_metric(data.task))),
      criterion_(criterion_of(metric_)),
      seed_(options.seed),
      base_(base),
      team_(team),
      stop_(std::move(stop)),
      memo_(memo) {
  const bool automatic = options.folds == 0;
  const int parts = automatic ? std::min(default_folds, most_folds(data)) : options.folds;
  const int folds_to_try =
      automatic && options.repeats == 1 && data.rows() > rows_for_all_folds ? 1 : parts;
  held_out_rows_ = usable_folds(data, parts, folds_to_try, options.seed);
  if (held_out_rows_.empty()) {
    throw Error(
        "no fold leaves rows of every class to learn from: some class is in one group only; use "
        "other groups, or no search (--select none)");
  }
  for (const std::vector<Index>& rows : held_out_rows_) {
    judged_rows_.insert(judged_rows_.end(), rows.begin(), rows.end());
  }
  std::sort(judged_rows_.begin(), judged_rows_.end());
  // A mean over repeats needs the same rows in all of them: where a fold is left out there is one.
  const auto complete = static_cast<std::size_t>(folds_to_try);
  const int most_repeats = held_out_rows_.size() == complete ? options.repeats : 1;
  for (int repeat = 1; repeat < most_repeats; ++repeat) {
    const auto more =
        usable_folds(data, parts, folds_to_try, options.seed + static_cast<std::uint64_t>(repeat));
    if (more.size() != complete) continue;
    held_out_rows_.insert(held_out_rows_.end(), more.begin(), more.end());
    repeats_ += 1.0;
  }
  judged_target_ = data.target(judged_rows_);
  judged_weights_ = data.weights.size() == 0 ? Vector::Ones(judged_target_.size())
                                             : Vector(data.weights(judged_rows_));
}

Dataset Evaluator::rest_of(std::size_t fold) const {
  return select_rows(data_, all_but(held_out_rows_[fold], data_.rows()));
}

Evaluator::ScaleKey Evaluator::key_of(const Point& point, std::size_t fold) {
  const FitOptions& options = point.options;
  return {options.warp,
          options.axes,
          features_of(options.codes),
          options.family,
          options.degree,
          options.bound,
          options.width,
          fold};
}

LearnedScales Evaluator::known_or_learned_scales(const Point& point, std::size_t fold) const {
  FitOptions options = point.options;
  options.learn.stop = stop_;
  const auto known = memo_.find("scales " + name_of(point, fold));
  if (!known || known->size() != 1 + count_scales(data_, options)) {
    return tkl::learn_scales(rest_of(fold), options, point.ridge, seed_);
  }
  return LearnedScales::from_numbers(*known);
}

void Evaluator::learn_scales(const std::vector<std::size_t>& points, std::size_t first,
                             std::size_t last) {
  struct Job {
    const Point* point;
    std::size_t fold;
    LearnedScales learned;
  };
  std::vector<Job> jobs;
  for (const std::size_t k : points) {
    for (std::size_t fold = first; fold < last && points_[k].per_feature; ++fold) {
      if (scales_.try_emplace(key_of(points_[k], fold)).second) {
        jobs.push_back({&points_[k], fold, {}});
      }
    }
  }
  base_.learn.threads.for_each(static_cast<Index>(jobs.size()), [&](Index task) {
    if (!is_mine(static_cast<std::size_t>(task))) return;
    Job& job = jobs[static_cast<std::size_t>(task)];
    job.learned = known_or_learned_scales(*job.point, job.fold);
  });
  if (team_.size() > 1 && !jobs.empty()) {
    for (std::size_t t = 0; t < jobs.size(); ++t) {
      Job& job = jobs[t];
      Vector numbers = Vector::Zero(1 + count_scales(data_, job.point->options));
      if (is_mine(t)) numbers = job.learned.to_numbers();
      team_.sum(numbers);
      job.learned = LearnedScales::from_numbers(numbers);
    }
  }
  for (Job& job : jobs) {
    // Learning that was cut short is not worth remembering.
    if (!(stop_ && stop_())) {
      memo_.keep("scales " + name_of(*job.point, job.fold), job.learned.to_numbers());
    }
    scales_[key_of(*job.point, job.fold)] = std::move(job.learned);
  }
}

int Evaluator::fits_at_once() const {
  const int threads = base_.learn.threads.count();
  if (base_.memory_limit == 0.0) return threads;
  const Index rows = data_.rows() - std::ssize(held_out_rows_.front());
  FitOptions exact = base_;
  exact.landmarks = 0;
  const double room = base_.memory_limit / estimated_memory(rows, data_.features(), exact);
  return static_cast<int>(std::clamp(room, 1.0, static_cast<double>(threads)));
}

Evaluator::Outcome Evaluator::run(const Point& point, std::size_t fold, int side_by_side) const {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<Index>& held_out = held_out_rows_[fold];
  FitOptions options = point.options;
  options.learn.threads = Threads(std::max(1, base_.learn.threads.count() / side_by_side));
  options.memory_limit = base_.memory_limit / side_by_side;
  options.landmarks =
      0;  // so few rows are fitted exactly, by whatever the last fit will be made of
  options.learn.stop = stop_;
  if (point.per_feature) {
    options = with_scales(std::move(options), scales_.at(key_of(point, fold)), point.scales_ridge);
  }
  Outcome outcome;
  outcome.model = fit(rest_of(fold), options).model;
  outcome.decisions = predicted(outcome.model, data_.points(held_out, Eigen::all));
  outcome.done = !(stop_ && stop_());
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

Evaluator::Outcome Evaluator::known_or_run(const Point& point, std::size_t fold,
                                           int side_by_side) const {
  if (const auto known = memo_.find(name_of(point, fold))) return from_numbers(*known, fold);
  return run(point, fold, side_by_side);
}

Vector Evaluator::to_numbers(const Outcome& outcome) {
  Vector numbers(1 + outcome.decisions.size());
  numbers << outcome.seconds, outcome.decisions.reshaped();
  return numbers;
}

Evaluator::Outcome Evaluator::from_numbers(const Vector& numbers, std::size_t fold) const {
  const Index rows = std::ssize(held_out_rows_[fold]);
  const Index columns = data_.classes.size() > 2 ? std::ssize(data_.classes) : 1;
  if (numbers.size() != 1 + rows * columns) {
    throw Error("a known fit of the search is of another number of rows; begin anew");
  }
  return {true, numbers.tail(rows * columns).reshaped(rows, columns), numbers(0), {}};
}

std::string Evaluator::name_of(const Point& point, std::size_t fold) {
  const FitOptions& o = point.options;
  std::string name = std::string(to_string(o.family)) + (o.warp ? " warped" : "") +
                     (o.axes == Axes::principal ? " principal axes" : "") +
                     (point.per_feature ? " per feature" : "") + " " +
                     std::string(to_string(o.loss));
  for (const Index feature : features_of(o.codes)) name += " code " + std::to_string(feature);
  for (const double value : {static_cast<double>(o.degree), o.bound, o.width, o.tau, o.cost, o.tube,
                             point.ridge, point.scales_ridge, o.learn.tolerance}) {
    name += " " + format_number(value);
  }
  for (const Vector* scales : {&o.bounds, &o.widths}) {
    for (const double value : *scales) name += " " + format_number(value);
  }
  return name + " fold " + std::to_string(fold);
}

void Evaluator::add(std::size_t k, std::size_t fold, Outcome& outcome) {
  if (!outcome.done) return;
  Matrix& held_out = held_out_[k];
  const std::vector<Index>& rows = held_out_rows_[fold];
  if (held_out.size() == 0) held_out = Matrix::Zero(data_.rows(), outcome.decisions.cols());
  held_out(rows, Eigen::all) += outcome.decisions / repeats_;
  const Vector weights = data_.weights.size() == 0 ? Vector() : Vector(data_.weights(rows));
  const auto measured = [&](Metric metric) {
    return measure(metric, data_.target(rows), outcome.decisions, weights);
  };
  values_[k].push_back(measured(metric_));
  const double compared = measured(criterion_);
  losses_[k].push_back(std::isnan(compared) ? compared : as_loss(criterion_, compared));
  if (fold == 0) first_models_[k] = std::move(outcome.model);

  SearchPoint& row = table_[k];
  row.seconds += outcome.seconds;
  ++row.folds;
  const std::vector<double> values = defined(values_[k], values_[k].size());
  if (values.empty()) {
    row.mean = is_complete(k) ? measure(metric_, judged_target_, this->held_out(k), judged_weights_)
                              : std::numeric_limits<double>::quiet_NaN();
    return;
  }
  const Eigen::Map<const Vector> of_folds(values.data(), std::ssize(values));
  row.mean = of_folds.mean();
  row.deviation = deviation_of_losses(of_folds);
}

void Evaluator::exchange(std::vector<Outcome>& outcomes, std::size_t first,
                         std::size_t folds) const {
  const Index columns = data_.classes.size() > 2 ? std::ssize(data_.classes) : 1;
  for (std::size_t t = 0; t < outcomes.size(); ++t) {
    const std::size_t fold = first + t % folds;
    const bool sends = is_mine(t) && outcomes[t].done;
    Vector message = Vector::Zero(2 + std::ssize(held_out_rows_[fold]) * columns);
    if (sends) message << 1.0, to_numbers(outcomes[t]);
    team_.sum(message);
    if (sends) continue;
    outcomes[t] = from_numbers(message.tail(message.size() - 1), fold);
    outcomes[t].done = message(0) == 1.0;
  }
}

void Evaluator::run_folds(const std::vector<std::size_t>& points, std::size_t first,
                          std::size_t last) {
  learn_scales(points, first, last);
  const std::size_t count = last - first;
  std::vector<Outcome> outcomes(points.size() * count);
  std::mutex mutex;
  const int side_by_side = fits_at_once();
  Threads(side_by_side).for_each(static_cast<Index>(outcomes.size()), [&](Index task) {
    const auto t = static_cast<std::size_t>(task);
    if (!is_mine(t) || (stop_ && stop_())) return;
    const Point& point = points_[points[t / count]];
    const std::size_t fold = first + t % count;
    outcomes[t] = known_or_run(point, fold, side_by_side);
    if (outcomes[t].done) memo_.keep(name_of(point, fold), to_numbers(outcomes[t]));
    const std::lock_guard lock(mutex);
    ++fits_;
    if (on_fit) on_fit();
  });
  if (team_.size() > 1) exchange(outcomes, first, count);
  for (std::size_t t = 0; t < outcomes.size(); ++t) {
    const std::size_t fold = first + t % count;
    const bool is_news = outcomes[t].done && !is_mine(t);
    if (is_news) memo_.keep(name_of(points_[points[t / count]], fold), to_numbers(outcomes[t]));
    add(points[t / count], fold, outcomes[t]);
  }
}

double Evaluator::allowance() const {
  return task_of(metric_) == Task::classification ? step : 0.0;
}

bool Evaluator::evaluate(const std::vector<Point>& points, Patience patience) {
  std::vector<std::size_t> batch;
  for (const Point& point : points) {
    batch.push_back(points_.size());
    points_.push_back(point);
    const FitOptions& options = point.options;
    table_.push_back({options.warp, options.axes, features_of(options.codes), options.family,
                      options.degree, is_radial(options.family) ? options.width : options.bound,
                      point.per_feature, options.tau, options.loss, options.cost,
                      data_.task == Task::regression ? options.tube : 0.0});
    held_out_.emplace_back();
    values_.emplace_back();
    losses_.emplace_back();
    first_models_.emplace_back();
  }
  const std::size_t all = held_out_rows_.size();
  const std::size_t early = std::min(first_folds, all);
  run_folds(batch, 0, early);

  const double least = least_early_loss(early, {Axes::features, Axes::principal});
  const double least_plain = least_early_loss(early, {Axes::features});
  std::erase_if(batch, [&](std::size_t k) {
    if (losses_[k].size() < early) return true;
    // Whatever mixtures of features do, those that are none are judged on all folds: two do not make anything plain.
    const double best = table_[k].axes == Axes::features ? least_plain : least;
    return patience == Patience::limited && mean_loss(k, early) > hopeless * best + allowance();
  });
  if (early < all) run_folds(batch, early, all);

  const std::optional<std::size_t> first = leader();
  if (first && first_models_[*first].family) fallback_ = std::move(first_models_[*first]);
  for (Model& model : first_models_) model = Model();
  return !(stop_ && stop_());
}

/// Of the points along some axes, on the first folds.
double Evaluator::least_early_loss(std::size_t folds, std::initializer_list<Axes> along) const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < table_.size(); ++k) {
    const bool counts = std::find(along.begin(), along.end(), table_[k].axes) != along.end();
    if (counts && losses_[k].size() >= folds) least = std::min(least, mean_loss(k, folds));
  }
  return least;
}

double Evaluator::handicapped_loss(std::size_t k) const {
  const double loss = mean_loss(k);
  return table_[k].codes.empty() ? loss : (loss + allowance()) / worth_of_codes;
}

std::optional<std::size_t> Evaluator::best_along(Axes axes,
                                                 const std::vector<std::size_t>& complete) const {
  std::optional<std::size_t> best;
  for (const std::size_t k : complete) {
    if (table_[k].axes != axes || !std::isfinite(mean_loss(k))) continue;
    if (!best || handicapped_loss(k) < handicapped_loss(*best)) best = k;
  }
  return best;
}

std::optional<std::size_t> Evaluator::best_of(const std::vector<std::size_t>& complete) const {
  const std::optional<std::size_t> plain = best_along(Axes::features, complete);
  const std::optional<std::size_t> turned = best_along(Axes::principal, complete);
  if (!plain || !turned) return plain ? plain : turned;
  return are_plainly_better(held_out(*turned), held_out(*plain)) ? turned : plain;
}

bool Evaluator::are_plainly_better(const Matrix& some, const Matrix& others) const {
  const Vector& weights = judged_weights_;
  const auto one = row_losses(criterion_, judged_target_, some, weights);
  const auto other = row_losses(criterion_, judged_target_, others, weights);
  if (!one || !other) {
    return loss(criterion_, some, weights) < plain_share * loss(criterion_, others, weights);
  }
  const Vector gain = *other - *one;
  const double mean = weights.dot(gain) / weights.sum();
  const double standard_error =
      weights.cwiseProduct((gain.array() - mean).matrix()).norm() / weights.sum();
  return mean > plain_standard_errors * standard_error;
}

std::optional<std::size_t> Evaluator::leader() const {
  std::optional<std::size_t> leader = best();
  if (leader) return leader;
  for (std::size_t k = 0; k < table_.size(); ++k) {
    if (table_[k].folds == 0 || !std::isfinite(mean_loss(k))) continue;
    // Features before their mixtures, which so few folds cannot show to be plainly better.
    const auto place = [this](std::size_t point) {
      return std::tuple(table_[point].axes == Axes::principal, -table_[point].folds,
                        mean_loss(point));
    };
    if (!leader || place(k) < place(*leader)) leader = k;
  }
  return leader;
}

double Evaluator::mean_loss(std::size_t k) const { return mean_loss(k, losses_[k].size()); }

double Evaluator::mean_loss(std::size_t k, std::size_t folds) const {
  const std::vector<double> losses = defined(losses_[k], folds);
  if (losses.empty()) {
    return is_complete(k) ? loss(criterion_, held_out(k), judged_weights_)
                          : std::numeric_limits<double>::infinity();
  }
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

std::vector<std::size_t> Evaluator::complete_points() const {
  std::vector<std::size_t> complete;
  for (std::size_t k = 0; k < table_.size(); ++k) {
    if (is_complete(k)) complete.push_back(k);
  }
  return complete;
}

std::vector<std::size_t> Evaluator::complete_points_along(Axes axes) const {
  std::vector<std::size_t> complete = complete_points();
  std::erase_if(complete, [&](std::size_t k) { return table_[k].axes != axes; });
  return complete;
}

std::vector<Matrix> Evaluator::held_out(const std::vector<std::size_t>& points) const {
  std::vector<Matrix> predictions;
  predictions.reserve(points.size());
  for (const std::size_t k : points) predictions.push_back(held_out(k));
  return predictions;
}

double Evaluator::loss(Metric metric, const Matrix& predictions, const Vector& weights) const {
  return as_loss(metric, measure(metric, judged_target_, predictions, weights));
}

}  // namespace tkl
