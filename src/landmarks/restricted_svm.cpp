#include "landmarks/restricted_svm.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "landmarks/smoothed_loss.hpp"
#include "linalg/dense.hpp"
#include "linalg/parallel.hpp"
#include "tkl/error.hpp"

namespace tkl {

double RestrictedSolution::relative_gap() const {
  const double size = std::max(std::abs(primal), std::abs(dual));
  return size == 0.0 ? 0.0 : std::max(0.0, primal - dual) / size;
}

namespace {

/// The first rows of a problem, each as if it stood for `factor` rows like it.
SvmProblem first_rows(const SvmProblem& problem, Index count, double factor) {
  SvmProblem part;
  part.y = problem.y.head(count);
  part.lower = factor * problem.lower.head(count);
  part.upper = factor * problem.upper.head(count);
  part.epsilon = problem.epsilon;
  if (problem.ridge.size() != 0) part.ridge = problem.ridge.head(count) / factor;
  return part;
}

/// Solves for the rows given, beginning at the solution that it is given.
class ProximalNewton {
 public:
  ProximalNewton(const SvmProblem& problem, const Features& features, std::span<const Index> rows,
                 const RestrictedOptions& options, double share, const Team& team,
                 RestrictedSolution& solution)
      : problem_(problem),
        features_(features),
        rows_(rows),
        options_(options),
        share_(share),
        tolerance_(share < 1.0 ? std::max(rough, options.tolerance) : options.tolerance),
        team_(team),
        best_(solution),
        u_(solution.u),
        b_(solution.b),
        f_(u_.isZero() ? Vector::Zero(problem.size()) : features.times(rows, u_)) {
    best_.primal = std::numeric_limits<double>::infinity();
    best_.dual = -best_.primal;
  }

  /// Bounds at the solution given, and no step.
  void judge() { certify(SmoothedLoss(problem_, Vector::Zero(problem_.size()), first_width())); }

  void run() {
    best_.status = Status::converged;
    width_ = first_width();
    go_on(Vector::Zero(problem_.size()), false);
  }

  /// From a state that an earlier run had reached, as that would have done.
  void resume(const RestrictedState& state) {
    best_.status = Status::converged;
    Vector centre = Vector::Zero(problem_.size());
    for (const RestrictedState::ProximalStep& step : state.past) {
      move_to(step.u, step.b);
      centre = certify(SmoothedLoss(problem_, std::move(centre), step.width));
      past_.push_back(step);
    }
    move_to(state.u, state.b);
    width_ = state.width;
    shortfall_ = state.shortfall;
    go_on(std::move(centre), state.settled);
  }

 private:
  void go_on(Vector centre, bool settled) {
    while (true) {
      const SmoothedLoss loss(problem_, std::move(centre), width_);
      const bool solved = settled || minimise(loss);
      settled = false;
      centre = certify(loss);
      past_.push_back({u_, b_, width_});
      if (options_.on_progress) options_.on_progress(best_.primal, best_.dual);
      if (best_.relative_gap() <= tolerance_ || !solved) return;
      // Narrower than that would only be harder.
      if (!smooths_little(best_.primal)) width_ *= narrowing;
    }
  }

  void move_to(const Vector& u, double b) {
    u_ = u;
    b_ = b;
    f_ = features_.times(rows_, u_);
  }

  /// By how much the smoothing narrows from one proximal step to the next.
  static constexpr double narrowing = 0.3;
  /// Tolerance as long as there are more rows to come.
  static constexpr double rough = 3e-2;

  /// Whether the smoothing costs so little that a step or two at this width will certify the solution.
  bool smooths_little(double primal) const { return shortfall_ <= 2.0 * tolerance_ * primal; }

  double residual(Index i) const { return problem_.y(i) - f_(i) - b_; }

  /// How far rows are outside of the tube or margin in the mean, by their costs; zero with a ridge,
  /// where the losses are smooth themselves.
  double first_width() const {
    if (problem_.ridge.size() != 0) return 0.0;
    Vector sum = Vector::Zero(2);  // of losses and costs
    for (Index i = 0; i < problem_.size(); ++i) {
      sum(0) += problem_.loss(i, residual(i));
      sum(1) += std::max(problem_.upper(i), -problem_.lower(i));
    }
    team_.sum(sum);
    // At first nothing is known and wide smoothing makes large steps good; later a guess is at hand.
    const double factor = u_.isZero() ? 3.0 : 1.0;
    return sum(0) > 0.0 ? factor * sum(0) / sum(1) : 1.0;
  }

  bool must_stop() {
    const bool asked = options_.stop && options_.stop();
    if (team_.sum(asked ? 1.0 : 0.0) > 0.0) {
      best_.status = Status::interrupted;
      return true;
    }
    if (best_.steps < options_.max_steps) return false;
    best_.status = Status::iteration_limit;
    return true;
  }

  /// Newton's method for the smoothed problem, as accurately as the smoothing deserves. Returns false
  /// if it had to stop.
  bool minimise(const SmoothedLoss& loss) {
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps; ++step) {
      if (must_stop()) return false;
      Vector v(problem_.size());
      Vector sums = Vector::Zero(3);  // of weights, shortfalls and losses
      for (Index i = 0; i < v.size(); ++i) {
        const double r = residual(i);
        v(i) = loss.weight(i, r);
        sums(0) += v(i);
        sums(1) += loss.shortfall(i, r, v(i));
        sums(2) += problem_.loss(i, r);
      }
      team_.sum(sums);
      Vector gradient = features_.transposed_times(rows_, v);
      team_.sum(gradient);
      gradient = u_ - gradient;
      // What of the duality gap is due to this minimisation, beside what is due to the smoothing.
      const double error = 0.5 * gradient.squaredNorm() + std::abs(b_ * sums(0));
      const double primal = 0.5 * u_.squaredNorm() + sums(2);
      shortfall_ = sums(1);
      if (error <= 0.1 * std::max(shortfall_, tolerance_ * primal)) return true;
      // As long as the smoothing alone is too much of a gap, nothing is to be certified here.
      const double good_enough = smooths_little(primal) ? 0.0 : 0.03 * shortfall_;
      if (!std::isfinite(error)) {
        throw Error("the objective overflows; rescale the target, or use a smaller cost");
      }
      const double promised = take_step(loss, gradient, -sums(0));
      ++best_.steps;
      const bool settled = promised <= good_enough;
      if (options_.on_step) options_.on_step({u_, b_, share_, width_, shortfall_, settled, past_});
      if (settled) return true;
    }
    return true;
  }

  /// Moves u and b by Newton's direction, as far as the smoothed objective falls, and returns by how
  /// much it promised to.
  double take_step(const SmoothedLoss& loss, const Vector& gradient, double slope_of_b) {
    const auto [du, db] = direction(loss, gradient, slope_of_b);
    const Vector change = features_.times(rows_, du).array() + db;
    const double start = u_.dot(du);
    const double square = du.squaredNorm();
    const auto derivative = [&](double t) {
      double sum = 0.0;
      for (Index i = 0; i < change.size(); ++i) {
        sum += loss.weight(i, residual(i) - t * change(i)) * change(i);
      }
      return start + t * square - team_.sum(sum);
    };
    const double at_zero = gradient.dot(du) + slope_of_b * db;
    if (!(at_zero < 0.0)) return 0.0;
    const double t = root_of(derivative, at_zero);
    u_ += t * du;
    b_ += t * db;
    f_.array() += t * (change.array() - db);
    return -0.5 * at_zero;
  }

  /// Where a rising function that is negative at 0 comes near zero.
  template <class Function>
  static double root_of(const Function& derivative, double at_zero) {
    constexpr double near = 0.1;
    constexpr int most_trials = 30;
    double low = 0.0;
    double at_low = at_zero;
    double high = 0.0;
    double at_high = 0.0;
    double t = 1.0;
    for (int trial = 0; trial < most_trials; ++trial) {
      const double here = derivative(t);
      if (std::abs(here) <= near * std::abs(at_zero)) return t;
      (here < 0.0 ? low : high) = t;
      (here < 0.0 ? at_low : at_high) = here;
      if (high == 0.0) {
        t *= 2.0;
        continue;
      }
      // By the chord, but not too close to the ends.
      const double chord = low + (high - low) * at_low / (at_low - at_high);
      t = std::clamp(chord, low + 0.1 * (high - low), high - 0.1 * (high - low));
    }
    return low > 0.0 ? low : t;
  }

  std::pair<Vector, double> direction(const SmoothedLoss& loss, const Vector& gradient,
                                      double slope_of_b) const {
    std::vector<Index> free;
    std::vector<double> slopes;
    // Room that is not used takes no memory; vectors that grow take twice what they need.
    free.reserve(rows_.size());
    slopes.reserve(rows_.size());
    for (Index i = 0; i < problem_.size(); ++i) {
      const double slope = loss.slope(i, residual(i));
      if (slope == 0.0) continue;
      free.push_back(rows_[static_cast<std::size_t>(i)]);
      slopes.push_back(slope);
    }
    const Eigen::Map<const Vector> h(slopes.data(), std::ssize(slopes));
    const Index r = features_.dimension();
    Matrix hessian = Matrix::Zero(r, r);
    Vector border = Vector::Zero(r);
    features_.add_weighted_square(free, h, hessian, border);
    team_.sum(hessian);
    team_.sum(border);
    const double corner = team_.sum(h.sum());
    hessian.diagonal().array() += 1.0;
    if (!linalg::parallel_cholesky(hessian, options_.threads)) {
      throw Error("the objective overflows; rescale the target, or use a smaller cost");
    }
    // [H p; pᵀ q][du; db] = -[gradient; slope], by the Schur complement of H.
    Matrix solved(r, 2);
    solved << gradient, border;
    linalg::solve_lower(hessian, solved);
    linalg::solve_lower_transposed(hessian, solved);
    const double schur = corner - border.dot(solved.col(1));
    const double db =
        schur > 1e-12 * corner ? (border.dot(solved.col(0)) - slope_of_b) / schur : 0.0;
    return {-solved.col(0) - db * solved.col(1), db};
  }

  /// Bounds at the present state, and the weights of all rows there.
  Vector certify(const SmoothedLoss& loss) {
    f_ = features_.times(rows_, u_);
    Vector v(problem_.size());
    double losses = 0.0;
    for (Index i = 0; i < v.size(); ++i) {
      v(i) = loss.weight(i, residual(i));
      losses += problem_.loss(i, residual(i));
    }
    const double primal = 0.5 * u_.squaredNorm() + team_.sum(losses);
    if (primal < best_.primal) {
      best_.primal = primal;
      best_.u = u_;
      best_.b = b_;
    }
    Vector w = v;
    if (balance(w)) {
      Vector image = features_.transposed_times(rows_, w);
      team_.sum(image);
      const double kernel_free = team_.sum(problem_.kernel_free_part(w));
      const double dual = kernel_free - 0.5 * image.squaredNorm();
      if (dual > best_.dual) {
        best_.dual = dual;
        best_.kernel_free = kernel_free;
      }
    }
    return v;
  }

  /// Makes Σw = 0 by moving weights, none across zero, in proportion to their room; those at zero or at
  /// a bound only if the others do not suffice. Returns false if all together do not.
  bool balance(Vector& w) const {
    const double excess = team_.sum(w.sum());
    if (excess == 0.0) return true;
    const auto room = [&](Index i) {
      if (w(i) * excess > 0.0) return std::abs(w(i));
      return std::abs(w(i) - (excess > 0.0 ? problem_.lower(i) : problem_.upper(i)));
    };
    const auto is_free = [&](Index i) {
      return w(i) != 0.0 && w(i) > problem_.lower(i) && w(i) < problem_.upper(i);
    };
    Vector rooms = Vector::Zero(2);
    for (Index i = 0; i < w.size(); ++i) rooms(is_free(i) ? 0 : 1) += room(i);
    team_.sum(rooms);
    const bool free_suffice = rooms(0) >= std::abs(excess);
    const double total = free_suffice ? rooms(0) : rooms(0) + rooms(1);
    if (total < std::abs(excess)) return false;
    for (Index i = 0; i < w.size(); ++i) {
      if (free_suffice && !is_free(i)) continue;
      w(i) = std::clamp(w(i) - excess / total * room(i), problem_.lower(i), problem_.upper(i));
    }
    return true;
  }

  const SvmProblem& problem_;
  const Features& features_;
  std::span<const Index> rows_;
  const RestrictedOptions& options_;
  double share_;
  double tolerance_;
  const Team& team_;
  RestrictedSolution& best_;
  Vector u_;
  double b_;
  Vector f_;                // Φu
  double width_ = 0.0;      // of the present smoothing
  double shortfall_ = 0.0;  // what of the duality gap is due to it
  std::vector<RestrictedState::ProximalStep> past_;
};

}  // namespace

RestrictedSolution solve_restricted(const SvmProblem& problem, const Features& features,
                                    std::span<const Index> rows, const RestrictedOptions& options,
                                    const Team& team) {
  const double all = team.sum(static_cast<double>(problem.size()));
  // Fewer rows than that tell too little of r variables to be worth the while.
  const double fewest = 2.0 * static_cast<double>(features.dimension()) + 1000.0;
  constexpr double growth = 4.0;
  double share = 1.0;
  while (share / growth * all >= fewest) share /= growth;
  RestrictedSolution solution;
  solution.u = Vector::Zero(features.dimension());
  if (options.start) share = options.start->share;
  bool resumes = options.start.has_value();
  const auto run = [&](ProximalNewton newton) {
    resumes ? newton.resume(*options.start) : newton.run();
    resumes = false;
  };
  for (; share < 1.0; share *= growth) {
    const auto count = static_cast<Index>(std::ceil(share * static_cast<double>(problem.size())));
    const SvmProblem part = first_rows(problem, count, 1.0 / share);
    run({part, features, rows.first(static_cast<std::size_t>(count)), options, share, team,
         solution});
    if (solution.status != Status::converged) break;
  }
  ProximalNewton whole(problem, features, rows, options, 1.0, team, solution);
  if (solution.status != Status::converged) {
    whole.judge();
  } else {
    run(std::move(whole));
  }
  return solution;
}

}  // namespace tkl
