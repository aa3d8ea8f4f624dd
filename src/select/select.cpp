#include "tkl/select.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

#include "select/evaluator.hpp"
#include "select/learn_scales.hpp"
#include "select/optimism.hpp"
#include "select/screen.hpp"
#include "tkl/error.hpp"

namespace tkl {

namespace {

using Point = Evaluator::Point;
using Clock = std::chrono::steady_clock;

constexpr std::size_t candidates_for_svms = 3;
constexpr double tolerance_while_searching = 3e-2;
constexpr double share_of_time_for_search = 0.7;
constexpr double cost_factor = 4.0;
constexpr double tube_factor = 4.0;
constexpr int most_rounds = 4;
constexpr double worthwhile = 0.005;  // relative gain of a round that justifies another
constexpr double learned_tau = 1e-3;
constexpr Index rows_for_last_scales = 1000;

bool learns_kernel(Family family) { return !is_radial(family); }

class Search {
 public:
  Search(const Dataset& data, const FitOptions& base, const SelectOptions& options)
      : all_(data),
        base_(base),
        options_(options),
        begin_(Clock::now()),
        rows_(sample_rows(data, options.most_rows, options.seed)),
        data_(static_cast<Index>(rows_.size()) < data.rows() ? select_rows(data, rows_) : data),
        evaluator_(data_, options_of_sample(), base.learn.threads, [this] { return must_stop(); }) {
    evaluator_.on_fit = [this] { report("searching"); };
  }

  SearchResult run() {
    if (options_.strategy == Strategy::grid) {
      try_grid();
    } else {
      search();
    }
    return finish();
  }

 private:
  SelectOptions options_of_sample() const {
    SelectOptions options = options_;
    if (!options.groups.empty() && rows_.size() < options.groups.size()) {
      options.groups.clear();
      for (const Index row : rows_) {
        options.groups.push_back(options_.groups[static_cast<std::size_t>(row)]);
      }
    }
    return options;
  }

  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  bool interrupted() const { return base_.learn.stop && base_.learn.stop(); }
  bool must_stop() const {
    return interrupted() || seconds() > share_of_time_for_search * options_.time_limit;
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

  Point point_of(const Candidate& candidate, double tau) const {
    Point point{candidate.options, candidate.per_feature, candidate.ridge};
    if (!options_.given.tau) point.options.tau = tau;
    if (!options_.given.cost) point.options.cost = candidate.cost;
    if (!options_.given.tube) point.options.tube = candidate.tube;
    point.options.learn.tolerance =
        std::max(base_.learn.tolerance, tolerance_while_searching);
    return point;
  }

  /// Tries the points that are new; more fits are expected to follow.
  bool try_points(const std::vector<Point>& points, int points_to_follow) {
    const int folds = options_.folds * options_.repeats;
    expected_fits_ =
        evaluator_.fits() + folds * (static_cast<int>(points.size()) + points_to_follow);
    return evaluator_.evaluate(points);
  }

  void search() {
    report("screening kernels");
    const std::vector<Candidate> candidates =
        screen(data_, base_, options_, candidates_for_svms, [this] { return must_stop(); });
    std::vector<Point> points;
    for (const Candidate& candidate : candidates) {
      const bool learns = learns_kernel(candidate.options.family) && !options_.given.tau;
      points.push_back(point_of(candidate, 1.0));
      if (learns) points.push_back(point_of(candidate, learned_tau));
    }
    if (!try_points(points, 8)) return;
    for (int round = 0; round < most_rounds; ++round) {
      const auto before = evaluator_.best();
      if (!before) return;
      const std::vector<Point> next = neighbours(evaluator_.point(*before), round == 0);
      if (next.empty() || !try_points(next, 2)) return;
      const double loss = evaluator_.mean_loss(*before);
      if (evaluator_.mean_loss(*evaluator_.best()) > (1.0 - worthwhile) * loss) return;
    }
  }

  bool was_tried(const FitOptions& options, bool per_feature) const {
    return std::any_of(
        evaluator_.table().begin(), evaluator_.table().end(), [&](const SearchPoint& row) {
          const FitOptions& tried = row.options;
          const auto near = [](double a, double b) {
            return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
          };
          return row.per_feature == per_feature && tried.family == options.family &&
                 tried.degree == options.degree && near(tried.bound, options.bound) &&
                 near(tried.width, options.width) && near(tried.tau, options.tau) &&
                 near(tried.cost, options.cost) && near(tried.tube, options.tube);
        });
  }

  std::vector<Point> neighbours(const Point& centre, bool first) const {
    std::vector<Point> points;
    const auto add = [&](auto change) {
      Point point = centre;
      change(point.options);
      if (!was_tried(point.options, point.per_feature)) points.push_back(point);
    };
    if (!options_.given.cost) {
      add([](FitOptions& o) { o.cost *= cost_factor; });
      add([](FitOptions& o) { o.cost /= cost_factor; });
    }
    if (!options_.given.tube && data_.task == Task::regression) {
      add([](FitOptions& o) { o.tube *= tube_factor; });
      add([](FitOptions& o) { o.tube /= tube_factor; });
    }
    if (first && !options_.given.tau && learns_kernel(centre.options.family)) {
      add([](FitOptions& o) { o.tau = 0.3; });
    }
    return points;
  }

  void try_grid() {
    std::vector<Point> points;
    for (const FitOptions& kernel : kernels_to_screen(base_, options_.given)) {
      for (const double tau : grid_taus(kernel.family)) {
        for (const double cost : grid_costs()) {
          for (const double tube : grid_tubes()) {
            Point point{kernel, false, 1.0};
            point.options.tau = tau;
            point.options.cost = cost;
            point.options.tube = tube;
            point.options.learn.tolerance =
                std::max(base_.learn.tolerance, tolerance_while_searching);
            points.push_back(point);
          }
        }
      }
    }
    try_points(points, 0);
  }

  std::vector<double> grid_taus(Family family) const {
    if (options_.given.tau) return {base_.tau};
    if (!learns_kernel(family)) return {1.0};
    return {1.0, learned_tau};
  }
  std::vector<double> grid_costs() const {
    if (options_.given.cost) return {base_.cost};
    if (data_.task == Task::classification) return {0.3, 3.0, 30.0, 300.0};
    return {3.0, 30.0, 300.0, 3000.0};
  }
  std::vector<double> grid_tubes() const {
    if (options_.given.tube || data_.task == Task::classification) return {base_.tube};
    return {0.003, 0.05};
  }

  SearchResult finish() {
    SearchResult result;
    result.metric = evaluator_.metric();
    result.table = evaluator_.table();
    const auto best = evaluator_.best();
    if (must_stop()) {
      result.status = interrupted() ? Status::interrupted : Status::time_limit;
    }
    FitOptions chosen = base_;
    bool per_feature = false;
    double ridge = 1.0;
    if (best) {
      result.chosen = *best;
      const Point& point = evaluator_.point(*best);
      chosen = point.options;
      per_feature = point.per_feature;
      ridge = point.ridge;
      result.held_out = evaluator_.held_out(*best);
      result.held_out_rows = rows_;
      result.expected =
          from_loss(result.metric, expected_loss(evaluator_, data_, options_.seed));
    }
    if (interrupted() && evaluator_.fallback()) {
      result.fit.model = *evaluator_.fallback();
      result.fit.model.certificate.status = Status::interrupted;
      return result;
    }
    report("fitting all rows");
    chosen.learn = base_.learn;
    if (per_feature) {
      chosen = with_learned_scales(all_, chosen, ridge, rows_for_last_scales, options_.seed);
    }
    chosen.learn.time_limit =
        std::min(chosen.learn.time_limit, std::max(0.1, options_.time_limit - seconds()));
    result.fit = fit(all_, chosen);
    result.seconds = seconds();
    return result;
  }

  const Dataset& all_;
  const FitOptions& base_;
  const SelectOptions& options_;
  Clock::time_point begin_;
  std::vector<Index> rows_;
  Dataset data_;
  Evaluator evaluator_;
  int expected_fits_ = 0;
};

void require_valid(const Dataset& data, const SelectOptions& options) {
  if (options.folds < 2) {
    throw Error("cross-validation needs at least 2 folds; got " + std::to_string(options.folds));
  }
  if (options.repeats < 1) {
    throw Error("folds must be repeated at least once; got " + std::to_string(options.repeats));
  }
  if (options.metric && task_of(*options.metric) != data.task) {
    throw Error("the metric " + std::string(to_string(*options.metric)) + " is not one of a " +
                (data.task == Task::regression ? "regression" : "classification"));
  }
}

}  // namespace

SearchResult select(const Dataset& data, const FitOptions& base, const SelectOptions& options) {
  validate(data);
  require_valid(data, options);
  return Search(data, base, options).run();
}

}  // namespace tkl
