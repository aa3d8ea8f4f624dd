#include "svm/dual_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace tkl {

double Certificate::relative_gap() const {
  const double size = std::max(std::abs(primal), std::abs(dual));
  return size == 0.0 ? 0.0 : gap / size;
}

namespace {

using Kinks = std::vector<std::pair<double, double>>;  // where, and by how much the slope rises

/// Where a slope that starts at `slope` and rises at every kink passes zero; the middle of the
/// interval where it stays within ±flat. By selection instead of sorting, in linear time.
double zero_of_slope(Kinks& kinks, double slope, double flat) {
  // Kinks before `first` are passed with the slope still negative; it is positive from `last` on.
  auto first = kinks.begin();
  auto last = kinks.end();
  while (last - first > 16) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last);
    double before_middle = slope;
    for (auto kink = first; kink != middle; ++kink) before_middle += kink->second;
    if (before_middle > flat) {
      last = middle;
    } else if (before_middle < -flat) {
      slope = before_middle;
      first = middle;
    } else {
      return 0.5 * (std::max_element(first, middle)->first + middle->first);
    }
  }
  std::sort(first, last);
  for (auto kink = first; kink != last; ++kink) {
    slope += kink->second;
    if (slope > flat) return kink->first;
    const auto next = kink + 1 == last ? std::min_element(last, kinks.end()) : kink + 1;
    if (slope >= -flat && next != kinks.end()) return 0.5 * (kink->first + next->first);
  }
  return (last - 1)->first;
}

/// Σ loss without ridge is piecewise linear in b.
double best_intercept_of_linear(const SvmProblem& problem, const Vector& f) {
  // Σ loss has the slope Σ -upper_i for b → -∞, and gains upper_i at b = y_i - f_i - ε and -lower_i
  // at b = y_i - f_i + ε. The minimum is where the slope changes sign.
  Kinks kinks;
  kinks.reserve(static_cast<std::size_t>(2 * problem.size()));
  double slope = 0.0;
  for (Index i = 0; i < problem.size(); ++i) {
    const double residual = problem.y(i) - f(i);
    if (problem.upper(i) > 0.0) kinks.emplace_back(residual - problem.epsilon, problem.upper(i));
    if (problem.lower(i) < 0.0) kinks.emplace_back(residual + problem.epsilon, -problem.lower(i));
    slope -= problem.upper(i);
  }
  if (kinks.empty()) return 0.0;
  const double flat = 1e-12 * std::abs(slope);
  return zero_of_slope(kinks, slope, flat);
}

/// Σ loss with ridge has a slope that rises steadily, found to be zero by halving.
double best_intercept_of_squares(const SvmProblem& problem, const Vector& f) {
  const Vector residual = problem.y - f;
  const auto rises = [&](double b) {
    double slope = 0.0;
    for (Index i = 0; i < residual.size(); ++i) slope -= problem.weight_for(i, residual(i) - b);
    return slope > 0.0;
  };
  double low = residual.minCoeff() - problem.epsilon;
  double high = residual.maxCoeff() + problem.epsilon;
  while (true) {
    const double middle = 0.5 * (low + high);
    if (!(low < middle && middle < high)) return middle;
    (rises(middle) ? high : low) = middle;
  }
}

}  // namespace

double best_intercept(const SvmProblem& problem, const Vector& f) {
  return problem.ridge.size() == 0 ? best_intercept_of_linear(problem, f)
                                   : best_intercept_of_squares(problem, f);
}

double dual_value(const SvmProblem& problem, const DualState& state) {
  return problem.y.dot(state.w) - problem.epsilon * state.w.lpNorm<1>() -
         0.5 * state.w.dot(state.f);
}

Certificate certify(const SvmProblem& problem, const DualState& state) {
  Certificate certificate{};
  const Vector f =
      problem.ridge.size() == 0 ? state.f : Vector(state.f - problem.ridge.cwiseProduct(state.w));
  certificate.b = best_intercept(problem, f);
  for (Index i = 0; i < problem.size(); ++i) {
    const double w = state.w(i);
    const double residual = problem.y(i) - f(i) - certificate.b;
    const double gained =
        w * residual - problem.epsilon * std::abs(w) - 0.5 * problem.ridge_of(i) * w * w;
    certificate.gap += std::max(0.0, problem.loss(i, residual) - gained);
  }
  certificate.dual = dual_value(problem, state);
  // An overflow must never look like a gap of zero.
  if (!std::isfinite(certificate.dual) || !std::isfinite(certificate.gap)) {
    certificate.gap = std::numeric_limits<double>::infinity();
  }
  certificate.primal = certificate.dual + certificate.gap;
  return certificate;
}

SvmSolution certified(const SvmProblem& problem, DualState state) {
  const Certificate certificate = certify(problem, state);
  return {std::move(state.w), std::move(state.f), certificate.b,   certificate.primal,
          certificate.dual,   Status::converged,  /*iterations=*/0};
}

}  // namespace tkl
