#include "select/proposals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "select/learn_scales.hpp"

namespace tkl {

namespace {

constexpr double scale_factor = 3.5;
constexpr double cost_factor = 4.0;
constexpr double tube_factor = 4.0;
constexpr double learned_tau = 1e-3;
constexpr double too_far_behind = 2.5;  // times the least loss, for a learned P to catch up

bool learns_kernel(Family family) { return !is_radial(family); }

bool near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool are_same(const Evaluator::Point& a, const Evaluator::Point& b) {
  const FitOptions& one = a.options;
  const FitOptions& other = b.options;
  return a.per_feature == b.per_feature && one.warp == other.warp && one.axes == other.axes &&
         one.codes == other.codes && one.family == other.family && one.degree == other.degree &&
         one.loss == other.loss && near(one.bound, other.bound) && near(one.width, other.width) &&
         near(one.tau, other.tau) && near(one.cost, other.cost) && near(one.tube, other.tube);
}

bool was_tried(const Evaluator& tried, const Evaluator::Point& point) {
  for (std::size_t k = 0; k < tried.table().size(); ++k) {
    if (are_same(tried.point(k), point)) return true;
  }
  return false;
}

}  // namespace

Proposals::Point Proposals::point_of(const Candidate& candidate, double tau) const {
  Point point{candidate.options, candidate.per_feature, candidate.ridge,
              given_.cost ? 0.0 : candidate.scales_ridge};
  const bool squared = point.options.loss == Loss::squared;
  if (!given_.tau) point.options.tau = tau;
  if (!given_.cost) {
    point.options.cost = squared ? std::min(highest_cost, 0.5 / candidate.ridge) : candidate.cost;
  }
  if (!given_.tube && task_ == Task::regression) {
    point.options.tube = squared ? 0.0 : candidate.tube;
  }
  point.options = as_compared(std::move(point.options));
  return point;
}

FitOptions Proposals::as_compared(FitOptions options) const {
  options.learn.tolerance = std::max(base_.learn.tolerance, tolerance_while_searching);
  options.learn.max_iterations =
      std::min(base_.learn.max_iterations, most_iterations_while_searching);
  return options;
}

std::vector<Proposals::Point> Proposals::first(const Screening& screening) const {
  std::vector<Point> points;
  for (Candidate candidate : screening.candidates) {
    points.push_back(point_of(candidate, 1.0));
    if (!may_square()) continue;
    candidate.options.loss = Loss::squared;
    points.push_back(point_of(candidate, 1.0));
  }
  return points;
}

std::vector<Proposals::Point> Proposals::learned(const Evaluator& tried) const {
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < tried.table().size(); ++k) best = std::min(best, tried.mean_loss(k));
  std::vector<Point> points;
  for (std::size_t k = 0; k < tried.table().size() && !given_.tau; ++k) {
    Point point = tried.point(k);
    const FitOptions& options = point.options;
    const bool competes = learns_kernel(options.family) &&
                          (options.loss == Loss::linear || given_.loss) &&
                          tried.mean_loss(k) <= too_far_behind * best;
    if (!competes) continue;
    point.options.tau = learned_tau;
    points.push_back(point);
  }
  return points;
}

/// A tube or a cost was given with a linear loss in mind.
bool Proposals::may_square() const { return !given_.loss && !given_.tube && !given_.cost; }

std::vector<Proposals::Point> Proposals::neighbours(const Evaluator& tried, std::size_t best,
                                                    bool first_round) const {
  const Point& centre = tried.point(best);
  std::vector<Point> points;
  const auto add = [&](auto change) {
    Point point = centre;
    change(point.options);
    if (!was_tried(tried, point)) points.push_back(point);
  };
  if (!given_.cost) {
    if (centre.options.cost * cost_factor <= highest_cost) {
      add([](FitOptions& o) { o.cost *= cost_factor; });
    }
    add([](FitOptions& o) { o.cost /= cost_factor; });
  }
  if (!given_.tube && task_ == Task::regression && centre.options.tube > 0.0) {
    add([](FitOptions& o) { o.tube *= tube_factor; });
    add([](FitOptions& o) { o.tube /= tube_factor; });
  }
  // Of possible codes some may be quantities.
  const std::size_t codes = centre.options.codes.size();
  for (std::size_t k = 0; k < codes && codes > 1; ++k) {
    add([k](FitOptions& o) { o = without_code(o, k); });
  }
  if (first_round && !given_.tau && learns_kernel(centre.options.family)) {
    for (const double tau : {1.0, 0.3, learned_tau}) {
      add([tau](FitOptions& o) { o.tau = tau; });
    }
  }
  if (has_scales(centre.options.family) && !given_.scale && !centre.per_feature) {
    for (const double factor : {scale_factor, 1.0 / scale_factor}) {
      add([factor](FitOptions& o) { (is_radial(o.family) ? o.width : o.bound) *= factor; });
    }
  }
  return points;
}

std::optional<Proposals::Point> Proposals::constant(const Point& like) const {
  if (given_.cost || task_ != Task::regression) return std::nullopt;
  Point point{like.options, false, like.ridge, 0.0};
  point.options.cost = negligible_cost;
  if (!given_.loss && !given_.tube) {
    point.options.loss = Loss::squared;
    point.options.tube = 0.0;
  }
  if (!given_.tau) point.options.tau = 1.0;
  return point;
}

std::vector<Proposals::Point> Proposals::grid() const {
  std::vector<Point> points;
  for (const FitOptions& kernel : kernels_to_screen(base_, given_)) {
    for (const double tau : grid_taus(kernel.family)) {
      for (const double cost : grid_costs()) {
        for (const double tube : grid_tubes()) {
          Point point{kernel};
          point.options.tau = tau;
          point.options.cost = cost;
          point.options.tube = tube;
          point.options = as_compared(std::move(point.options));
          points.push_back(point);
        }
      }
    }
  }
  return points;
}

std::vector<double> Proposals::grid_taus(Family family) const {
  if (given_.tau) return {base_.tau};
  if (!learns_kernel(family)) return {1.0};
  return {1.0, learned_tau};
}

std::vector<double> Proposals::grid_costs() const {
  if (given_.cost) return {base_.cost};
  if (task_ == Task::classification) return {0.3, 3.0, 30.0, 300.0};
  return {3.0, 30.0, 300.0, 3000.0};
}

std::vector<double> Proposals::grid_tubes() const {
  if (given_.tube || task_ == Task::classification) return {base_.tube};
  return {0.003, 0.05};
}

}  // namespace tkl
