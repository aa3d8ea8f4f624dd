#include "select/search.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "select/blend.hpp"
#include "select/expectation.hpp"
#include "select/proposals.hpp"
#include "select/sample_rows.hpp"
#include "select/screen.hpp"
#include "select/search_fingerprint.hpp"

namespace tkl {

namespace {

using Point = Evaluator::Point;

constexpr int most_rounds = 4;
constexpr double worthwhile = 0.005;  // relative gain of a round that justifies another

/// Fits take about the square of their rows: so many that some end before the limit.
Index rows_to_search(const SearchTask& task) {
  const double limit = task.options.time_limit;
  if (!std::isfinite(limit) || task.team.size() > 1) return task.options.most_rows;
  constexpr double rows_in_a_second = 800.0;  // by one thread
  constexpr double few = 300.0;
  const double rows = rows_in_a_second * std::sqrt(limit * task.base.learn.threads.count());
  return std::min(task.options.most_rows, static_cast<Index>(std::max(few, std::min(rows, 1e9))));
}

class Search {
 public:
  explicit Search(const SearchTask& task)
      : task_(task),
        base_(task.base),
        options_(task.options),
        team_(task.team),
        time_(base_.learn.stop, options_.time_limit),
        rows_(sample_rows(task.data, rows_to_search(task), options_.seed)),
        data_(std::ssize(rows_) < task.data.rows() ? select_rows(task.data, rows_) : task.data),
        memo_(team_.rank() == 0 ? search_checkpoint(base_.checkpoint) : std::filesystem::path(),
              base_.checkpoint_seconds, search_fingerprint(data_, base_, options_)),
        evaluator_(
            data_, options_, base_, team_, [this] { return must_stop(); }, memo_),
        proposals_(data_.task, base_, options_.given) {
    if (base_.resume) memo_.resume(search_checkpoint(base_.checkpoint));
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
  /// In a team only at places where all can agree on it, which is between batches.
  bool must_stop() const { return team_.size() == 1 && wants_to_stop(); }
  /// Whether what is left of the screening would cost points that could be tried.
  bool is_in_a_hurry() const {
    constexpr double share_of_screening = 0.3;
    return team_.size() == 1 && time_.seconds() > share_of_screening * time_.limit();
  }
  bool wants_to_stop() const { return time_.interrupted() || time_.left() < reserve(); }

  /// Seconds to leave for the last fit: by the time that fits of its rows in the search took,
  /// which grows faster than the square of the rows. A fit that would never end in time gets little.
  double reserve() const {
    if (!std::isfinite(options_.time_limit)) return 0.0;
    const double least = 0.2 * options_.time_limit;
    const auto best = evaluator_.leader();
    if (!best) return least;
    const SearchPoint& row = evaluator_.table()[*best];
    constexpr double share = 0.8;  // of the rows that a fold sees
    const double growth = task_.last_fit.rows / (share * static_cast<double>(data_.rows()));
    const double estimate =
        row.seconds / row.folds * std::pow(growth, task_.last_fit.is_linear ? 1.0 : 2.3);
    const bool would_never_end = estimate > 2.0 * options_.time_limit;
    if (would_never_end && sees_all_pairs(task_, row.family)) return least;
    return std::clamp(estimate, least, 0.8 * options_.time_limit);
  }

  void report(std::string_view stage) const {
    if (!options_.on_progress) return;
    SearchProgress progress;
    progress.stage = stage;
    progress.done = evaluator_.fits();
    progress.expected = std::max(expected_fits_, progress.done);
    progress.seconds = time_.seconds();
    // At the end of a search, fits that were expected may never follow.
    if (progress.done > 0 && stage != last_stage) {
      const double fits = static_cast<double>(progress.expected) / progress.done - 1.0;
      const double left = std::max(0.0, time_.limit() - progress.seconds);
      progress.seconds_to_go = std::min((progress.seconds - screened_) * fits, left);
    }
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
    screening_ = screen(
        data_, base_, options_, [this] { return must_stop(); }, [this] { return is_in_a_hurry(); });
    screened_ = time_.seconds();
    if (!try_first(proposals_.first(screening_))) return;
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

  /// Where time is limited one whose scales need not be learned comes before all others, to have something.
  bool try_first(std::vector<Point> points) {
    constexpr int more_to_follow = 8;
    const auto simple = std::find_if(points.begin(), points.end(),
                                     [](const Point& point) { return !point.per_feature; });
    if (std::isfinite(options_.time_limit) && simple != points.end()) {
      const Point first = *simple;
      points.erase(simple);
      const int others = static_cast<int>(points.size());
      if (!try_points({first}, others + more_to_follow)) return false;
    }
    return points.empty() || try_points(points, more_to_follow);
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
    if (stopped_) record.status = time_.interrupted() ? Status::interrupted : Status::time_limit;

    SearchResult result;
    const LastFits last_fits(task_, evaluator_, time_, [this] { report(last_stage); });
    if (const auto leader = evaluator_.leader()) {
      const Expectation expectation(evaluator_, screening_.optimism, constant_, options_.seed);
      record.chosen = *leader;
      record.members = expectation.worthwhile(members_led_by(*leader, expectation));
      last_fits.fit_members(record, result);
      if (evaluator_.is_complete(record.chosen)) {
        result.held_out = expectation.held_out_mean(record.members);
        result.held_out_rows = judged_rows();
        expectation.describe(result.held_out, record, result.fit.model);
      }
    } else {
      last_fits.fit_alone(first_guess(), result);
    }
    record.seconds = time_.seconds();
    result.fit.model.search = std::move(record);
    return result;
  }

  /// Of those of the task.
  std::vector<Index> judged_rows() const {
    std::vector<Index> rows;
    for (const Index row : evaluator_.judged_rows()) {
      rows.push_back(rows_[static_cast<std::size_t>(row)]);
    }
    return rows;
  }

  /// Of whoever had no time to try anything.
  Point first_guess() const {
    const std::vector<Candidate>& candidates = screening_.candidates;
    const bool has_opinion = !candidates.empty() && std::isfinite(candidates.front().loss);
    return has_opinion ? proposals_.point_of(candidates.front(), 1.0) : Point{base_};
  }

  /// The points whose models are to be averaged. Those along principal axes take part where that is plainly better.
  std::vector<SearchMember> members_led_by(std::size_t leader,
                                           const Expectation& expectation) const {
    const std::vector<SearchMember> all = mean_of(evaluator_.complete_points());
    const std::vector<SearchMember> plain =
        mean_of(evaluator_.complete_points_along(Axes::features));
    if (all.empty()) return {{leader, 1.0}};
    const bool is_plain =
        !plain.empty() && !evaluator_.are_plainly_better(expectation.held_out_mean(all),
                                                         expectation.held_out_mean(plain));
    return is_plain ? plain : all;
  }

  /// The best of the points alone, or a better blend.
  std::vector<SearchMember> mean_of(const std::vector<std::size_t>& complete) const {
    const std::optional<std::size_t> best = evaluator_.best_of(complete);
    if (!best) return {};
    // A count of wrong rows is too coarse to deal out shares by.
    const Metric criterion = evaluator_.criterion();
    if (criterion == Metric::balanced_accuracy || options_.most_models == 1) return {{*best, 1.0}};
    const auto loss = [&](const Matrix& predictions) {
      return evaluator_.loss(criterion, predictions, evaluator_.judged_weights());
    };
    std::vector<SearchMember> members;
    for (const BlendMember& member : blend(evaluator_.held_out(complete), loss,
                                           static_cast<std::size_t>(options_.most_models))) {
      members.push_back({complete[member.model], member.share});
    }
    return members;
  }

  const SearchTask& task_;
  const FitOptions& base_;
  const SelectOptions& options_;
  const Team& team_;
  SearchTime time_;
  std::vector<Index> rows_;
  Dataset data_;
  SearchMemo memo_;
  Evaluator evaluator_;
  Proposals proposals_;
  Screening screening_;
  std::optional<std::size_t> constant_;  // a complete point
  double screened_ = 0.0;                // the seconds until then
  int expected_fits_ = 0;
  bool stopped_ = false;
};

}  // namespace

SearchResult search(const SearchTask& task) { return Search(task).run(); }

}  // namespace tkl
